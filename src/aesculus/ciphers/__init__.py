"""Block ciphers, each behind one door: all that is of a cipher and not of exploration."""
