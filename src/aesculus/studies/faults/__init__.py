"""Faults put in by hand: what is done to the program, and whether it answers as it promises.

Each trial is a small function in a folder of its own; none needs another. `python -m
aesculus.studies.faults FOLDER` runs them all; tests run some of each kind.
"""

from aesculus.studies.faults.run import DOC, NAME, run
from aesculus.studies.faults.trial import TRIALS, Outcome, Trial

__all__ = ["DOC", "NAME", "TRIALS", "Outcome", "Trial", "run"]
