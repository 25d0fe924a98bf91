"""Output feedback (SP 800-38A, section 6.4)."""
