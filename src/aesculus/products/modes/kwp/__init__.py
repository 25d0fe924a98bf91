"""Key wrap with padding (NIST SP 800-38F, KWP)."""
