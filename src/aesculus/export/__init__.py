"""A point as files that any synthesis tool takes."""
