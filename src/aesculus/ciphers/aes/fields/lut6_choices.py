"""The choices behind the S-boxes of look-up tables of six inputs, as `lut6_search` found them."""

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from aesculus.ciphers.aes.fields.lut6_sbox import Choice, Result, network
from aesculus.ciphers.aes.fields.lut_network import Network
from aesculus.ciphers.aes.fields.lut_sbox import Way

_ENCRYPT = Choice(
    Way.ENCRYPT,
    sums=(96, 182, 119),
    norm=(
        "x3 x5 x6 x7 s0 s1",
        "x0 x1 x5 x6 x7 s1",
        "x0 x2 x5 x6 x7 s0",
        "x0 x1 x2 x3 x5 s1",
        "x0 x2 x3 x4 s0 s1",
    ),
    differences=(1, 81, 188, 224),
    inverses=(13, 81, 93, 177),
    results=(
        Result(1, "x1 x7 s0 s2 e1 e2", "x5 s1 s2 e0 e3"),
        Result(3, "x3 x4 x7 s2 e0 e1", "x2 x6 s1 e2 e3"),
        Result(5, "x1 x4 s0 s1 e1 e2", "x0 x6 s2 e0 e3"),
        Result(6, "x1 x2 x3 e1 e2 e3", "x5 x7 s1 e0 e3"),
        Result(2, "x4 x7 s1 e0 e1 e3", "x4 x5 s2 e0 e2"),
        Result(0, "x0 x5 x6 s1 e1 e3", "x0 s0 e0 e2 y1"),
        Result(4, "x1 x4 s0 s1 e2 e3", "x7 s2 e0 e1 y0"),
        Result(7, "x0 x5 x6 e1 e2 e3", "s0 s1 e0 e1 y6"),
    ),
)

_DECRYPT = Choice(
    Way.DECRYPT,
    sums=(123, 177, 114),
    norm=(
        "x0 x4 x5 s0 s1 s2",
        "x0 x3 x5 x6 x7 s0",
        "x2 x5 x6 x7 s1 s2",
        "x3 x6 x7 s0 s1 s2",
        "x0 x1 x2 x3 x6 x7",
    ),
    differences=(13, 92, 189, 224),
    inverses=(12, 188, 189, 236),
    results=(
        Result(0, "x3 x4 x7 e1 e2 e3", "x4 x6 s2 e0 e1"),
        Result(1, "x3 s0 s1 e0 e1 e3", "x0 x3 x6 e0 e2"),
        Result(2, "x0 x1 x5 x6 e1 e2", "s0 s1 s2 e0 e3"),
        Result(7, "x0 x1 x2 x4 e2 e3", "x0 x4 x5 e0 e1"),
        Result(6, "x3 x5 x7 e0 e1 e2", "x1 x2 x6 e1 e3"),
        Result(3, "x0 x4 x5 s0 e2 e3", "x6 s1 e0 e1 y2"),
        Result(4, "x1 x2 s1 s2 e0 e2", "x5 s0 e1 e3 y3"),
        Result(5, "x0 x3 s0 e0 e1 e2", "x6 s1 e1 e3 y7"),
    ),
)

CHOICES: Mapping[Way, Choice] = MappingProxyType({Way.ENCRYPT: _ENCRYPT, Way.DECRYPT: _DECRYPT})
"""What the S-box of each single direction is built from; one of both was not looked for."""


@cache
def sbox(way: Way) -> Network:
    """Return the S-box of a direction.

    Raises:
        KeyError: for both directions.
    """
    return network(CHOICES[way])
