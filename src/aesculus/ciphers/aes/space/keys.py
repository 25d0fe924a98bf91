"""Keys that are part of a design point: those of a fixed key schedule."""

KEY_PATTERN = r"[0-9a-fA-F]{0,64}"
"""A fixed key in hex, kept in small letters; whether its length is right is for `rules` to say."""

_BYTE_BITS = 8
_SIZES = ("128", "192", "256")
_EXAMPLE = bytes(range(32)).hex()


def example_key(key_bits: object) -> str:
    """Return the key of the example in FIPS 197 appendix C, in hex: 00 01 02 and so on.

    Args:
        key_bits: 128, 192 or 256, or their text; for anything else there is none.
    """
    size = str(key_bits)
    return _EXAMPLE[: int(size) // _BYTE_BITS * 2] if size in _SIZES else ""
