"""Aesculus: an AES core for FPGAs and the explorer of its design space."""

__version__ = "0.1.0"
