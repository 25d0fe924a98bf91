"""The choices behind the S-boxes of look-up tables of six inputs, as `lut6_search` found them."""

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from aesculus.ciphers.aes.fields.lut6_sbox import Choice, Functional, Result, network
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

_BOTH = Choice(
    Way.BOTH,
    sums=(162, 1, 95, 24, 41, 80, 169),
    norm=(
        "x7 s0 s2 s3 s5 s6",
        "s0 s1 s3 s4 s5 s6",
        "x5 x6 x7 inv s3 s4",
        "x5 x6 x7 s0 s3 s4",
        "x7 s2 s3 s4 s5 s6",
        "x7 s0 s1 s4 s5 s6",
    ),
    differences=(1, 189, 0, 92, 236),
    inverses=(1, 92, 189, 236),
    scale=30,
    functionals=(
        Functional(141, "x7 s3 s4 s5 e1 e3", "x5 s0 s3 e0 e2"),
        Functional(121, "s0 s1 s4 e1 e2 e3", "x6 inv s2 e0 e1"),
        Functional(94, "x7 s0 s3 s5 e2 e3", "x7 s3 s4 e0 e1"),
        Functional(219, "s0 s2 s4 e0 e2 e3", "x7 s1 s6 e0 e1"),
        Functional(93, "x7 s1 s2 s5 e1 e3", "s3 s5 s6 e0 e2"),
    ),
    results=(
        Result(5, "x6 inv s1 s4 e2 e3", "s0 s1 s2 e0 e1"),
        Result(6, "inv s1 s5 e0 e1 e3", "x6 s3 s6 e2 e3"),
        Result(7, "x7 s0 s3 s4 e2 e3", "s3 s4 s5 e0 e1"),
        Result(4, "inv y5 y6 w1 w2 w4", ""),
        Result(1, "inv y6 y7 w2 w3 y4", ""),
        Result(2, "inv y5 w0 w3 w4 y1", ""),
        Result(0, "inv y5 y7 w2 w4 y2", ""),
        Result(3, "inv w0 w1 w3 y4", ""),
    ),
)

CHOICES: Mapping[Way, Choice] = MappingProxyType(
    {Way.ENCRYPT: _ENCRYPT, Way.DECRYPT: _DECRYPT, Way.BOTH: _BOTH}
)
"""What the S-box of each direction, and of both, is built from."""


@cache
def sbox(way: Way) -> Network:
    """Return the S-box of a direction, or of both with the direction behind the byte's bits."""
    return network(CHOICES[way])
