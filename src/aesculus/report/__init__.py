"""Results for people and machines: table, CSV, JSON, HTML page.

Modules are imported by their names: what marks a frontier or draws takes long to load, and every
command wants one of the errors.
"""
