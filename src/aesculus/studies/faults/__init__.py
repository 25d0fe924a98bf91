"""Faults put in by hand: what is done to the program, and whether it answers as it promises.

Each trial is a small function in a folder of its own; none needs another.
"""
