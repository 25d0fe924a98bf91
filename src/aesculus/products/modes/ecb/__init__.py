"""Electronic codebook mode (SP 800-38A, section 6.1)."""
