"""Papers measured again."""
