"""Placements of a router made better: registers and tables moved off the paths that are late."""
