"""The best basis for each use."""
