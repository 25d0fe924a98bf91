"""Killed workers."""
