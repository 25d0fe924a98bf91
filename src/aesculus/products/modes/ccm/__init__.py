"""CCM (NIST SP 800-38C): counter mode with CBC-MAC, around a core that encrypts."""
