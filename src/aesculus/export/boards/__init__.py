"""A verified core on a board: a bitstream with a serial line, and what talks to it.

docs/boards.md tells of it.
"""
