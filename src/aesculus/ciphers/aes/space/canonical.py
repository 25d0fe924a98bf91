"""One representative for all points that describe the same hardware."""

from typing import TYPE_CHECKING

from aesculus.ciphers.aes.space.kinds import EXPANDING, Direction, KeySchedule, SboxKind
from aesculus.ciphers.aes.space.parameters import axis, sbox_member

if TYPE_CHECKING:
    from aesculus.ciphers.aes.space.design import DesignPoint

DEFAULT_BASIS = 0x208
"""What `basis` 0 stands for: the field and root of Järvinen et al. (FPGA 2003, section 3)."""


def key_kind(sbox: SboxKind) -> SboxKind:
    """Return what an S-box of this kind is in a key expansion, where no MixColumns follows."""
    return SboxKind.BRAM if sbox is SboxKind.TTABLE else sbox


def canonical(point: "DesignPoint") -> "DesignPoint":
    """Return the representative of all points that give the same hardware as this one.

    * `cut_every` beyond `unroll` registers the first physical round alone, as `cut_every = unroll`
      does. (Below that no two values register the same rounds.)
    * Without a key expansion (external or fixed round keys) `key_sbox` is that of the cipher.
    * In a key expansion a table of SubBytes and MixColumns holds SubBytes alone: it is a `bram`.
    * Without an S-box that has a choice of basis, `basis` is the default; so it is where it names
      the default by its number.
    * With another schedule than the fixed one there is no `fixed_key`.
    * Encryption starts from the cipher key: `last` is `online` there.

    The result of a legal point is legal; an illegal point is not made worse.
    """
    changes: dict[str, object] = {}
    if point.cut_every > point.unroll >= 1:
        changes["cut_every"] = point.unroll
    key_sbox = key_kind(point.key_sbox if point.key_schedule in EXPANDING else point.sbox)
    changes["key_sbox"] = key_sbox
    uses_basis = any(sbox_member(kind).uses_basis for kind in (point.sbox, key_sbox))
    if not uses_basis or point.basis == DEFAULT_BASIS:
        changes["basis"] = axis("basis").default
    if point.key_schedule != KeySchedule.FIXED:
        changes["fixed_key"] = axis("fixed_key").default
    if (point.key_schedule, point.direction) == (KeySchedule.LAST, Direction.ENCRYPT):
        changes["key_schedule"] = KeySchedule.ONLINE
    # The values come from the point itself or the list of axes, so they need no validation.
    return point.model_copy(update=changes)
