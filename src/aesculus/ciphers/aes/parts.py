"""What a design point is made of, counted: the columns of the area model."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from aesculus.ciphers.aes.space import (
    INNER_CUTS,
    TRAVELLING,
    Cut,
    DesignPoint,
    Direction,
    Flow,
    KeySchedule,
    LaneKeys,
    SboxKind,
    axis,
    estimated_block_cycles,
    estimated_in_flight,
    estimated_passes,
    estimated_slots,
    members,
    registered_rounds,
)

BLOCK = 128
_SBOXES = 16  # of a round: one a byte of the state
_KEY_SBOXES = 4  # of a round's key expansion: SubWord
_MID_ROUND = 192  # key size whose SubWords do not all fall between rounds
_FIFO_WORDS = 16  # of a distributed memory one look-up table wide

COLUMNS: tuple[str, ...] = (
    "one",
    "lane",
    "round_bits",
    "loop_bits",
    "exit_bits",
    "inner_cut_bits",
    "mix_cut_bits",
    "cut_bits",
    "memory_cut_bits",
    "slots",
    "stalled_slots",
    "fifo_bits",
    "premix_bits",
    "choice_bits",
    "domain_bits",
    "key_store_bits",
    "key_memory_bits",
    "key_choice_bits",
    *(f"sbox_{kind}" for kind in SboxKind),
)
"""Names of the counted parts.

`round_bits` are the bits that MixColumns, AddRoundKey and the key step make in all physical rounds,
`loop_bits` those of the multiplexer by which a ring that is walked more than once is entered,
`exit_bits` those that choose the exit tap of a last, partial pass; `cut_bits` are register bits of
state, key and tag but for `memory_cut_bits`, which the registers of block RAMs take over;
`inner_cut_bits` are those inside S-boxes, `mix_cut_bits` those inside MixColumns, where more than
the State is on its way; `fifo_bits` are bits of the output FIFO in units of 16 words.

`premix_bits` are those that InvMixColumns makes ahead of MixColumns, `choice_bits` those that
rounds of both directions choose, `domain_bits` those that enter and leave the tower field where the
whole cipher computes in it. Of stored keys `key_store_bits` are the bits of the window that is
expanded, and `key_memory_bits` those of the memories of the rounds, in units of 16 words;
`key_choice_bits` are those of the multiplexers that choose among external or fixed round keys.
"""


_BASIS_PARTS = frozenset(f"sbox_{kind}" for kind in SboxKind if members("sbox_e")[kind].uses_basis)


def count(point: DesignPoint) -> dict[str, float]:
    """Return the number of each part in a point; every name of `COLUMNS` is there."""
    if point.width != BLOCK:
        return _narrow(point)
    online = point.key_schedule in TRAVELLING
    rounds = point.unroll * point.lanes
    keys = _keys(point)
    slots = estimated_slots(point)
    registered = len(registered_rounds(point.unroll, point.cut_every))
    inner = (point.cuts & INNER_CUTS).bit_count()
    taken = (point.cuts & (Cut.START | Cut.SUB)).bit_count()
    memory = members("sbox_e")[point.sbox].address_register
    in_memory = registered * point.lanes * taken * BLOCK * memory
    beat = BLOCK * point.lanes + point.tag_bits + point.key_bits * keys
    decrypts = point.direction is not Direction.ENCRYPT
    looped = estimated_passes(point) > 1
    found = dict.fromkeys(COLUMNS, 0.0)
    found |= {
        "one": 1,
        "lane": point.lanes,
        "round_bits": BLOCK * (rounds + point.unroll * keys),
        "loop_bits": (BLOCK * point.lanes + point.key_bits * (keys or 1)) * looped,
        "exit_bits": point.lanes * BLOCK * (point.nr % point.unroll != 0),
        "inner_cut_bits": registered * inner * 8 * (_SBOXES * point.lanes + _KEY_SBOXES * keys),
        "mix_cut_bits": registered * point.lanes * BLOCK * bool(point.cuts & Cut.M1),
        "cut_bits": (slots + point.entry_cuts) * beat - in_memory,
        "memory_cut_bits": in_memory,
        "slots": slots * point.lanes,
        "stalled_slots": slots * point.lanes * (point.flow is Flow.STALL),
        "fifo_bits": (BLOCK * point.lanes + point.tag_bits)
        * -(-estimated_in_flight(point) // _FIFO_WORDS)
        * (point.flow is Flow.CREDIT),
        "premix_bits": rounds * BLOCK * decrypts,
        "choice_bits": rounds * BLOCK * (point.direction is Direction.BOTH),
        "domain_bits": 2 * BLOCK * point.lanes * point.whole,
    }
    found[f"sbox_{point.sbox}"] += _SBOXES * rounds
    if online:
        found[f"sbox_{point.key_sbox}"] += _KEY_SBOXES * point.unroll * keys
        if decrypts and point.key_schedule == KeySchedule.ONLINE:
            _add_preparing_ring(point, found, slots * beat)
    else:
        _add_round_keys(point, found)
    return found


def _keys(point: DesignPoint) -> int:
    """Return how many keys travel beside a beat: one that all lanes share, or one each."""
    if point.key_schedule not in TRAVELLING:
        return 0
    return point.lanes if point.lane_keys is LaneKeys.SEPARATE else 1


def _add_preparing_ring(point: DesignPoint, found: dict[str, float], bits: float) -> None:
    """Add the ring that takes the key to the end of its schedule; the block waits beside it."""
    keys = _keys(point)
    inner = (point.cuts & INNER_CUTS).bit_count()
    registered = len(registered_rounds(point.unroll, point.cut_every))
    found["cut_bits"] += bits
    found["slots"] += estimated_slots(point) * point.lanes
    found["round_bits"] += BLOCK * point.unroll * keys
    found["inner_cut_bits"] += registered * inner * 8 * _KEY_SBOXES * keys
    found[f"sbox_{point.key_sbox}"] += _KEY_SBOXES * point.unroll * keys


def _add_round_keys(point: DesignPoint, found: dict[str, float]) -> None:
    """Add what gives each round its key where no key travels with the block."""
    # A memory or multiplexer a physical round, and one for the first AddRoundKey.
    places = point.unroll + 1
    choices = estimated_passes(point) * (2 if point.direction is Direction.BOTH else 1)
    if point.key_schedule == KeySchedule.STORED:
        # Two banks of them.
        units = -(-2 * min(choices, point.nr + 1) // _FIFO_WORDS)
        found["key_memory_bits"] = places * BLOCK * units
        found["key_store_bits"] = point.key_bits * (1 + point.cuts.bit_count())
        found[f"sbox_{point.key_sbox}"] += _KEY_SBOXES
    else:
        # Of constants half falls to the logic around.
        weight = 1.0 if point.key_schedule == KeySchedule.EXTERNAL else 0.5
        found["key_choice_bits"] = weight * BLOCK * (point.unroll * (choices - 1) + 1)


def _narrow(point: DesignPoint) -> dict[str, float]:
    """Return the parts of a round that takes several cycles.

    A part of the State and of the key is made in a cycle; block and key come in through registers
    and a multiplexer, and wait in shift registers, which are registers alone.
    """
    own = point.key_bits == _MID_ROUND  # S-boxes for the key, as SubWord falls into mid-round
    sboxes = point.width // 8 * (2 if own else 1)
    ports = BLOCK + point.key_bits
    found = dict.fromkeys(COLUMNS, 0.0)
    found |= {
        "one": 1,
        "lane": 1,
        "round_bits": 5 * point.width,
        "loop_bits": ports / 2,
        "cut_bits": 2 * ports + point.tag_bits,
        "slots": 1,
        "stalled_slots": float(point.flow is Flow.STALL),
    }
    found[f"sbox_{point.sbox}"] += sboxes
    return found


Correction = tuple[str, str]
"""Why the cost of a part differs, and which part's."""


@lru_cache(maxsize=100_000)
def corrections(point: DesignPoint) -> Mapping[Correction, float]:
    """Return the number of each part whose cost differs from the usual one, with the reason.

    Reasons are the recipe, which changes the cost of every part, and the basis, which changes that
    of the S-boxes that have one; the defaults of both are the usual ones.
    """
    present = {part: number for part, number in count(point).items() if number}
    found: dict[Correction, float] = {}
    if point.recipe != axis("recipe").default:
        found |= {(f"recipe {point.recipe}", part): number for part, number in present.items()}
    if point.basis != axis("basis").default:
        found |= {
            (f"basis {point.basis:#x}", part): number
            for part, number in present.items()
            if part in _BASIS_PARTS
        }
    return MappingProxyType(found)


def matrix(points: Sequence[DesignPoint]) -> NDArray[np.float64]:
    """Return the counts of several points, one line a point, in the order of `COLUMNS`."""
    return np.array([_line(point) for point in points], dtype=float)


@lru_cache(maxsize=100_000)
def _line(point: DesignPoint) -> tuple[float, ...]:
    found = count(point)
    return tuple(found[name] for name in COLUMNS)


@lru_cache(maxsize=100_000)
def walk(point: DesignPoint) -> int:
    """Return the registers that a block passes on its way through all its rounds and out.

    With a round of several cycles it is the cycles of all its rounds.
    """
    waits = int(point.flow is Flow.CREDIT)  # in the output FIFO
    if point.width != BLOCK:
        return estimated_block_cycles(point) - 1 + waits
    return waits + point.cuts.bit_count() * sum(
        (number % point.unroll) % point.cut_every == 0 for number in range(point.nr)
    )
