"""Cipher block chaining (SP 800-38A, section 6.2)."""
