"""Products: a mode of operation or a bus around a core, a folder each."""
