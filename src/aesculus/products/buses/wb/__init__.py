"""Wishbone (revision B4) around a mode: registers for keys, data and states."""
