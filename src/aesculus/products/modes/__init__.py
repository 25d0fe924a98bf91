"""Modes of operation, a folder each, here and wherever `design.folders` looks."""

from aesculus.design.folders import SearchPath

# Workers unpickle designs before anything is scanned, so the path is set when this is imported.
__path__ = SearchPath(__path__, "modes")
