"""The choices behind the S-boxes of look-up tables, as the searches found them."""

from collections.abc import Mapping
from types import MappingProxyType

from aesculus.ciphers.aes.fields.lut_field import Cells
from aesculus.ciphers.aes.fields.lut_layer import Pair
from aesculus.ciphers.aes.fields.lut_sbox import Choice, Way

_ENCRYPT = Choice(
    Way.ENCRYPT,
    Cells((0, 1, 2), ((36, 59), (27, 62), (36, 62))),
    left=(2, 2, 2, 2, 2, 2),
    right=(1, 2, 1, 2, 2, 0),
)

_DECRYPT = Choice(
    Way.DECRYPT,
    Cells((0, 1, 3), ((51, 83), (51, 60), (1, 83))),
    left=(2, 2, 2, 2, 2, 2),
    right=(2, 0, 0, 0, 1, 0),
)

_BOTH = Choice(
    Way.BOTH,
    Cells((0, 1, 3), ((51, 78), (15, 78), (58, 70))),
    left=(0, 1, 1, 0, 2, 0),
    right=(0, 0, 0, 2, 0, 0),
    scale=33,
    left_help=(Pair(197, 69), Pair(164, 32)),
    right_help=(
        Pair(2048, 2120),
        Pair(3080, 1024),
        Pair(130, 16),
        Pair(3212, 1156),
        Pair(34, 32),
        Pair(122, 120),
        Pair(2150, 2148),
        Pair(3276, 1252),
        Pair(3174, 2148),
        Pair(3170, 2258),
        Pair(2798, 1566),
    ),
)

CHOICES: Mapping[Way, Choice] = MappingProxyType(
    {Way.ENCRYPT: _ENCRYPT, Way.DECRYPT: _DECRYPT, Way.BOTH: _BOTH}
)
"""What each direction's S-box is built from."""
