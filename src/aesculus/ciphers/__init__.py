"""Block ciphers, each behind one door: all that is of a cipher and not of exploration.

A folder each, here and wherever `design.folders` looks.
"""

from aesculus.design.folders import extended

# Workers unpickle designs before anything is scanned, so the path is set when this is imported.
__path__ = extended(__path__, "ciphers")
