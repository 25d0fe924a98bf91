"""XTS with ciphertext stealing (IEEE 1619, NIST SP 800-38E)."""
