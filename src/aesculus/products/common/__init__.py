"""What modes and buses share: the message port, its bench, options in labels (`docs/modes.md`)."""
