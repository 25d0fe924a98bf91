"""What kinds of datapaths below one round there are."""

from aesculus.ciphers.aes.space.design import DesignPoint

_BYTE = 8
_BLOCK = 128


def is_seamless(point: DesignPoint) -> bool:
    """Return whether a narrow datapath takes a block in while it finishes the one before."""
    return (point.width, point.key_bits) == (_BYTE, _BLOCK)


def is_twin(point: DesignPoint) -> bool:
    """Return whether it has an S-box for the State and one of another kind for the key.

    `is_twin` of aesculus_pkg says the same.
    """
    return is_seamless(point) and point.key_sbox != point.sbox
