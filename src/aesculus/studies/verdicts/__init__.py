"""The points that open verdicts need."""
