"""The window: PySide6 Widgets over the core. It collects, shows and asks; what is done to files is done by core."""
