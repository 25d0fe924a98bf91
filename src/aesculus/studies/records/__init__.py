"""The records: what is the fastest, densest, smallest and quickest, each made from nothing."""
