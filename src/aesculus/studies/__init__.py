"""Campaigns whose figures are committed: a folder each, found by `studies.registry`."""
