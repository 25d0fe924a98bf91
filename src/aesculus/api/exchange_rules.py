"""What `exchange` takes: a message that the mode has an answer to, and no misuse."""

from dataclasses import dataclass

from aesculus.errors import InputError
from aesculus.products.common.around import AroundCore
from aesculus.products.common.confidential import directions
from aesculus.products.common.messages import BLOCK
from aesculus.products.modes.ccm import answers as ccm
from aesculus.products.modes.gcm import answers as gcm
from aesculus.products.modes.kw.answers import SEMI, room_of
from aesculus.products.modes.kw.answers import directions as wraps

WRAPS = ("KW", "KWP")
_NO_IV = ("ECB", "CMAC", "KW", "KWP")
_IV = {"CCM": ccm.NONCES, "GCM": range(1, 1 << 16), "GMAC": range(1, 1 << 16)}
TAGS = {
    "CCM": ccm.TAGS,
    "GCM": (4, 8, *range(12, 17)),
    "GMAC": (4, 8, *range(12, 17)),
    "CMAC": range(1, 17),
}
"""Legal lengths of the tag in bytes, by mode."""

_BYTES_TOLD = 1 << 32
"""A header tells fewer bytes of text, and of AAD."""


@dataclass(frozen=True)
class Given:
    """What `exchange` was given of a message."""

    key: bytes
    data: bytes
    iv: bytes
    aad: bytes
    tag: bytes | None
    tag_bytes: int | None
    decrypt: bool


def whole(name: str, value: object) -> int:
    """Return an argument that is to be a whole number.

    Raises:
        InputError: it is none.
    """
    if isinstance(value, bool) or not isinstance(value, int):
        raise InputError(f"{name} {value!r}: legal: a whole number")
    return value


def text_of(name: str, value: object) -> str:
    """Return an argument that is to be text.

    Raises:
        InputError: it is none.
    """
    if not isinstance(value, str):
        raise InputError(f"{name} {value!r}: legal: text")
    return value


def typed(
    *,
    key: object,
    data: object,
    iv: object,
    aad: object,
    tag: object,
    tag_bytes: object,
    decrypt: object,
) -> Given:
    """Return what was given of a message, once each argument is of its type.

    Raises:
        InputError: one is not.
    """
    if not isinstance(decrypt, bool):
        raise InputError(f"decrypt {decrypt!r}: legal: True or False")
    found = Given(
        _bytes("key", key),
        _bytes("data", data),
        _bytes("iv", iv),
        _bytes("aad", aad),
        None if tag is None else _bytes("tag", tag),
        None if tag_bytes is None else whole("tag_bytes", tag_bytes),
        decrypt=decrypt,
    )
    if found.tag is not None and found.tag_bytes not in {None, len(found.tag)}:
        raise InputError(
            f"tag_bytes {found.tag_bytes}: the tag has {len(found.tag)} bytes; legal: no tag_bytes "
            "beside a tag"
        )
    return found


def _bytes(name: str, value: object) -> bytes:
    if isinstance(value, bytes | bytearray | memoryview):
        return bytes(value)
    raise InputError(f"{name} of type {type(value).__name__}: legal: bytes")


def check(mode: AroundCore, given: Given) -> None:
    """Refuse what the header cannot carry or the mode does not take.

    Raises:
        InputError: as said.
    """
    name, key, iv, tag = mode.name, given.key, given.iv, given.tag
    if 8 * len(key) != mode.key_bits:
        raise InputError(f"key of {len(key)} bytes: legal for {mode.label}: {mode.key_bits // 8}")
    lengths = range(1) if name in _NO_IV else _IV.get(name, range(BLOCK, BLOCK + 1))
    if len(iv) not in lengths:
        legal = f"{lengths[0]} to {lengths[-1]}" if len(lengths) > 1 else str(lengths[0])
        raise InputError(f"iv of {len(iv)} bytes: legal for {name}: {legal}")
    if given.aad and name not in {"GCM", "CCM"}:
        raise InputError(f"aad: {name} has none; legal: with GCM and CCM")
    if name not in TAGS and (tag is not None or given.tag_bytes is not None):
        raise InputError(f"tag: {name} has none; legal: with {', '.join(TAGS)}")
    if name in TAGS and given.decrypt != (tag is not None):
        raise InputError(f"tag: {name} takes one to decrypt or to check, and makes one else")
    size = len(tag) if tag is not None else given.tag_bytes
    if size is not None and size not in TAGS[name]:
        legal = ", ".join(map(str, TAGS[name]))
        raise InputError(f"a tag of {size} bytes: legal for {name}: {legal}")
    room = _room(mode, decrypt=given.decrypt)
    if room is not None and len(given.data) > room:
        raise InputError(f"data of {len(given.data)} bytes: legal for {mode.label}: up to {room}")
    _check_length(name, len(given.data), decrypt=given.decrypt)
    _check_most(mode, given)
    if name == "XTS" and key[: len(key) // 2] == key[len(key) // 2 :]:
        raise InputError("key: both keys of XTS are equal; legal: two that differ")
    able = {**dict.fromkeys(("ECB", "CBC", "XTS"), directions), **dict.fromkeys(WRAPS, wraps)}
    if name in able and given.decrypt not in able[name](mode):
        what = "decrypt" if given.decrypt else "encrypt"
        raise InputError(f"{what}: the core of {mode.label} has not this direction")


def _check_length(name: str, size: int, *, decrypt: bool) -> None:
    """Refuse text of a length that the mode does not take.

    Raises:
        InputError: as said.
    """
    least, unit = {
        "ECB": (0, BLOCK),
        "CBC": (0, BLOCK),
        "XTS": (BLOCK, 1),
        "KW": ((3 if decrypt else 2) * SEMI, SEMI),
        "KWP": (BLOCK, SEMI) if decrypt else (1, 1),
    }.get(name, (0, 1))
    if size < least or size % unit:
        of = f" and a multiple of {unit}" if unit > 1 else ""
        raise InputError(f"data of {size} bytes: legal for {name}: {least} or more{of}")


def _check_most(mode: AroundCore, given: Given) -> None:
    """Refuse more than the mode counts: a counter or a tweak would come again.

    Raises:
        InputError: as said.
    """
    most = BLOCK * mode.longest_blocks
    if mode.name == "CCM":
        # SP 800-38C, A.1: what the nonce leaves of a block has the length.
        most = min(_BYTES_TOLD, 1 << 8 * (BLOCK - 1 - len(given.iv))) - 1
    if len(given.data) > most and mode.name != "GMAC":
        raise InputError(f"data of {len(given.data)} bytes: legal for {mode.label}: up to {most}")
    if len(given.aad) >= _BYTES_TOLD:
        raise InputError(f"aad of {len(given.aad)} bytes: legal: up to {_BYTES_TOLD - 1}")


def _room(mode: AroundCore, *, decrypt: bool) -> int | None:
    """Return the bytes of data that a mode can hold back, or None where it holds none."""
    if mode.name in WRAPS:
        return SEMI * (room_of(mode) + decrypt)
    if not decrypt or mode.values.get("raw"):
        return None
    if mode.name == "GCM":
        return BLOCK * gcm.hold_of(mode)
    return BLOCK << mode.values["hold"] if mode.name == "CCM" else None
