"""Counter mode (SP 800-38A, section 6.5) around a core that encrypts, a block at a time."""
