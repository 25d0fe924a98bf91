"""CMAC (NIST SP 800-38B): a tag of a message, made or checked."""
