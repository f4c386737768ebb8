"""The package for Debian and Ubuntu, and what a desktop needs to know of the program."""
