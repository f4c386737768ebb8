"""Builds and starts Neartwin: scripts that run from a checkout, none of them part of the installed program."""
