"""Mistakes drawn into the RTL, and what the bench makes of them."""
