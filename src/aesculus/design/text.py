"""The one JSON text of a value, and its digest."""

import hashlib
import json


def canonical_json(value: object) -> str:
    """Return the one JSON text of a value: sorted keys, no spaces, no NaN.

    Raises:
        ValueError: the value holds NaN or infinity.
        TypeError: the value is not JSON-able.
    """
    return json.dumps(value, sort_keys=True, separators=(",", ":"), allow_nan=False)


def digest_of(value: object) -> str:
    """Return the SHA-256, in hex, of the canonical JSON of a value."""
    return hashlib.sha256(canonical_json(value).encode()).hexdigest()
