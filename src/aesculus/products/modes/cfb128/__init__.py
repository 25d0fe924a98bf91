"""Cipher feedback with whole blocks (SP 800-38A, section 6.3)."""
