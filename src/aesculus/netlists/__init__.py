"""Mapped netlists: reading, counting, merging, timing, and writing them for simulation."""
