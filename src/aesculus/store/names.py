"""What names may look like in a store, whoever wrote it: nothing here may lead out of the store."""

import re

from aesculus.store.errors import DamagedRowError

_DIGEST = re.compile(r"[0-9a-f]{64}")
_LABEL = re.compile(r"[!-~]{1,400}")
_DESIGN = re.compile(r"[A-Za-z0-9][A-Za-z0-9.+_-]{0,399}")
_DEVICE = re.compile(r"(?:[A-Za-z0-9][A-Za-z0-9._-]{0,99}(?:@[a-z][a-z0-9-]{0,39})?)?")
_ARTEFACT = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}")


def is_digest(text: object) -> bool:
    """Return whether a value is a SHA-256 in hex, 64 digits in lower case."""
    return isinstance(text, str) and _DIGEST.fullmatch(text) is not None


def is_label(text: str) -> bool:
    """Return whether a text has the letters of a design's label."""
    return _DESIGN.fullmatch(text) is not None


def refused(*, key: object, label: object, device: object, artefacts: dict[str, str]) -> str:
    """Return why the names of a record are no names, empty when they are."""
    legal = {
        "key": (key, _DIGEST, "64 hex digits"),
        "label": (label, _LABEL, "printable ASCII without blanks, at most 400 signs"),
        "device": (device, _DEVICE, "letters, digits, dots, dashes, @ before a tool"),
    }
    for what, (value, pattern, words) in legal.items():
        if not isinstance(value, str) or not pattern.fullmatch(value):
            return f"{what} {_short(value)} is no {what}: legal are {words}"
    for name, digest in artefacts.items():
        if not isinstance(name, str) or not _ARTEFACT.fullmatch(name):
            return f"artefact name {_short(name)} is none: legal are letters, digits, dots, dashes"
        if not is_digest(digest):
            return f"digest {_short(digest)} of artefact {name} is no SHA-256 in 64 hex digits"
    return ""


def check_row(label: object, device: object) -> None:
    """Refuse a row of figures whose label or device is no name.

    Raises:
        StoreError: it is none.
    """
    why = refused(key="0" * 64, label=label, device=device, artefacts={})
    if why:
        raise damaged_row(why)


def damaged_row(why: str) -> DamagedRowError:
    """Return the error of a row of figures that is none."""
    return DamagedRowError(f"a row of figures is damaged ({why})")


def _short(value: object) -> str:
    text = ascii(value)
    return text if len(text) <= 80 else text[:77] + "..."
