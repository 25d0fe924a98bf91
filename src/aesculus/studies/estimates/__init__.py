"""How long runs took against how long they were expected to take, on spaces that are held out."""
