"""The headline figures."""
