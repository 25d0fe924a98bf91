"""Workers and the time to the frontier."""
