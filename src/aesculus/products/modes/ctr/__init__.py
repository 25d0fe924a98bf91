"""Counter mode (SP 800-38A, section 6.5)."""
