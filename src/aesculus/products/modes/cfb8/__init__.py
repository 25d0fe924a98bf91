"""Cipher feedback with segments of a byte (SP 800-38A, section 6.3)."""
