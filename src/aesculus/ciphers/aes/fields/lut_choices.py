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
    Cells((0, 1, 2), ((25, 57), (25, 60), (25, 62))),
    left=(0, 2, 1, 1, 2, 2),
    right=(2, 2, 2, 2, 0, 2),
    scale=77,
    left_help=(),
    right_help=(
        Pair(1056, 64),
        Pair(2, 528),
        Pair(418, 944),
        Pair(2600, 2600),
        Pair(1591, 599, odd=True),
        Pair(69, 1061, odd=True),
        Pair(630, 2569, odd=True),
    ),
)

CHOICES: Mapping[Way, Choice] = MappingProxyType(
    {Way.ENCRYPT: _ENCRYPT, Way.DECRYPT: _DECRYPT, Way.BOTH: _BOTH}
)
"""What each direction's S-box is built from."""
