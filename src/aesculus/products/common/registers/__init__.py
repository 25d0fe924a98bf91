"""Registers in front of a mode's message port: what all buses of addresses share."""
