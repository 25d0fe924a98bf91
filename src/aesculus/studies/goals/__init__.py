"""Goals and their answers."""
