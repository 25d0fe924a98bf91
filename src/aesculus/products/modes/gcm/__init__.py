"""GCM and GHASH (NIST SP 800-38D) around a core that encrypts."""
