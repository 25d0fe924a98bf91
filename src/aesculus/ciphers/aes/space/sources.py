"""Which RTL sources a design point is made of."""

from itertools import combinations_with_replacement
from pathlib import Path

from aesculus import resources
from aesculus.ciphers.aes.space.design import DesignPoint
from aesculus.ciphers.aes.space.kinds import SboxKind
from aesculus.ciphers.aes.space.parameters import axis, members

_NARROW = "narrow"
"""Folder of what a point of full width has no use for."""


def sources(point: DesignPoint) -> list[Path]:
    """Return the RTL sources of a point in compile order.

    Left out is what belongs to S-boxes that the point has not, and to narrow datapaths where it is
    of full width. So work on one S-box leaves what was measured with another as it is. Tools are
    given these files and no others: a file that is needed after all is missed when they elaborate.
    """
    narrow = point.width != axis("width").default
    return _of({point.sbox, point.key_sbox}, narrow=narrow)


def every_set_of_sources() -> list[list[Path]]:
    """Return what `sources` can return, over the whole space."""
    return [
        _of({cipher, key}, narrow=narrow)
        for cipher, key in combinations_with_replacement(SboxKind, 2)
        for narrow in (False, True)
    ]


def _of(kinds: set[SboxKind], *, narrow: bool) -> list[Path]:
    listed = {kind: set(member.files) for kind, member in members("sbox_e").items()}
    used = set[str]().union(*(listed[kind] for kind in kinds))
    unused = set[str]().union(*listed.values()) - used
    return [
        path
        for path in resources.rtl_files()
        if path.name not in unused and (narrow or path.parent.name != _NARROW)
    ]
