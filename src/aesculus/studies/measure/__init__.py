"""Measured spaces."""
