"""Campaigns whose figures are committed."""
