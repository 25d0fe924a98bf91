"""Benches: what drives a design in simulation, what judges it, and what is measured there."""

from aesculus.benches.bench import Bench, load

__all__ = ["Bench", "load"]
