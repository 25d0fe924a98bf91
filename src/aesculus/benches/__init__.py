"""Benches: what drives a design in simulation, what judges it, and what is measured there."""
