"""Reports of vendors' tools that a person brings: read, kept apart, never mixed with measurements."""
