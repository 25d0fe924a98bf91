"""GMAC (NIST SP 800-38D): GCM without text."""
