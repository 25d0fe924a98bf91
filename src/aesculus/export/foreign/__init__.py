"""Cores of others: measured by the same vectors, harness, recipes and seeds as our own."""
