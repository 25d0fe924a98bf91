"""The records: what is the fastest, densest, smallest and quickest."""
