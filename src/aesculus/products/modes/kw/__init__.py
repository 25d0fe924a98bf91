"""Key wrap without padding (NIST SP 800-38F, KW)."""
