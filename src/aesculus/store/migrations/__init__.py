"""Alembic migrations of the store, numbered; each brings a store one version forward."""
