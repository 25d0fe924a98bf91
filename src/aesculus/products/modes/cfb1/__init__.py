"""Cipher feedback with segments of a bit (SP 800-38A, section 6.3)."""
