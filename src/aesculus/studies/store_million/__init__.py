"""A store with a million results."""
