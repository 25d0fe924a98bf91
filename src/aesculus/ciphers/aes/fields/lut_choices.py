"""The choices behind the S-boxes of look-up tables, as the searches found them."""

from collections.abc import Mapping
from types import MappingProxyType

from aesculus.ciphers.aes.fields.lut_field import Cells
from aesculus.ciphers.aes.fields.lut_layer import Pair
from aesculus.ciphers.aes.fields.lut_sbox import Choice, Way

_ENCRYPT = Choice(
    Way.ENCRYPT,
    Cells((0, 1, 2), ((36, 59), (27, 62), (36, 62))),
    left=(1, 2, 1, 2, 0, 1),
    right=(2, 2, 1, 2, 2, 2),
)

_DECRYPT = Choice(
    Way.DECRYPT,
    Cells((0, 1, 3), ((51, 83), (51, 60), (1, 83))),
    left=(1, 1, 0, 2, 0, 0),
    right=(2, 0, 0, 0, 1, 0),
)

_BOTH = Choice(
    Way.BOTH,
    Cells((0, 1, 3), ((32, 43), (28, 43), (32, 61))),
    left=(1, 0, 1, 1, 1, 1),
    right=(2, 2, 0, 1, 2, 0),
    scale=77,
    left_help=(Pair(108, 204, odd=True),),
    right_help=(
        Pair(36, 96),
        Pair(1030, 1028),
        Pair(2068, 2128),
        Pair(516, 2641),
        Pair(1571, 3698),
        Pair(583, 2642),
        Pair(2730, 2707),
    ),
)

CHOICES: Mapping[Way, Choice] = MappingProxyType(
    {Way.ENCRYPT: _ENCRYPT, Way.DECRYPT: _DECRYPT, Way.BOTH: _BOTH}
)
"""What each direction's S-box is built from."""
