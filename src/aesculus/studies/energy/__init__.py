"""What techniques cost in switching."""
