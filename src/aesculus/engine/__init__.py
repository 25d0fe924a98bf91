"""The engine: turns points into jobs, runs them, records them."""
