"""The reference store: figures of all points that committed campaigns measured, in the package.

Those whose sources, flow and tools are the same as now are results, and are shown as such with
where they come from. All others teach the model and the estimates of time, and are never shown.
"""

from aesculus.engine.reference.entries import Entry, ReferenceFileError, known
from aesculus.engine.reference.results import ReferenceRow, results, told
from aesculus.engine.reference.valid import rests_on

__all__ = [
    "Entry",
    "ReferenceFileError",
    "ReferenceRow",
    "known",
    "rests_on",
    "results",
    "told",
]
