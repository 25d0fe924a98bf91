"""Reports of vendors' tools that a person brings: read, and kept apart from measurements."""
