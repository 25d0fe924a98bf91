"""Points of the whole space, simulated."""
