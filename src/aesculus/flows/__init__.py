"""Synthesis and routing: a script a family, harness, recipes, seeds."""
