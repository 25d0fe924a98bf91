"""Spaces that strategies are judged on: defined before they are measured, with the date."""
