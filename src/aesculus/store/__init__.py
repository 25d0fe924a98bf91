"""The store: SQLite with migrations, and a content-addressed cache of artefacts."""

from aesculus.store.apart import apart
from aesculus.store.errors import ArtefactError, DiskFullError, MergeError, NoStoreError, StoreError
from aesculus.store.jobs import Job, canonical_json, digest_of
from aesculus.store.queries import Matching, Where
from aesculus.store.records import StageRecord
from aesculus.store.store import Store

__all__ = [
    "ArtefactError",
    "DiskFullError",
    "Job",
    "Matching",
    "MergeError",
    "NoStoreError",
    "StageRecord",
    "Store",
    "StoreError",
    "Where",
    "apart",
    "canonical_json",
    "digest_of",
]
