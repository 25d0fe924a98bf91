"""What a design point is made of, counted: the columns of the area model."""

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

from aesculus.ciphers.aes.paths import paths
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
    estimated_blocks_per_cycle,
    estimated_in_flight,
    estimated_narrow_latency,
    estimated_passes,
    estimated_slots,
    members,
    registered_rounds,
)
from aesculus.design.features import (
    CORRECTED,
    MEMORIES,
    PATH,
    RATE,
    ROUNDS,
    SLOTS,
    TABLES,
    WALK,
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
    "isolated_bits",
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
whole cipher computes in it, `isolated_bits` those that the entry isolates. Of stored keys
`key_store_bits` are the bits of the window that is expanded, and `key_memory_bits` those of the
memories of the rounds, in units of 16 words;
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
        "isolated_bits": (BLOCK * point.lanes + point.key_bits * keys) * point.isolate,
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
    twin = point.key_sbox != point.sbox
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
    if twin:
        found[f"sbox_{point.key_sbox}"] += 1
    return found


_ROUND_PARTS = frozenset({"round_bits", *(f"sbox_{kind}" for kind in SboxKind)})
_KEY_PARTS = frozenset(
    {"one", "round_bits", "key_store_bits", "key_memory_bits", "key_choice_bits"}
)


def _reasons(point: DesignPoint) -> list[tuple[str, frozenset[str]]]:
    """Return why parts may cost otherwise than when a block is encrypted under a key beside it."""
    found = []
    if point.direction is not Direction.ENCRYPT:
        found.append((f"direction {point.direction}", _ROUND_PARTS))
    if point.key_schedule != KeySchedule.ONLINE:
        found.append((f"keys {point.key_schedule}", _KEY_PARTS))
    return found


@lru_cache(maxsize=100_000)
def features(point: DesignPoint) -> Mapping[str, float]:
    """Return what models learn from (`design.features`): parts, their basis, cycles and rate."""
    found = count(point)
    if point.basis != axis("basis").default:
        # What a basis does to an S-box is known for all rounds once it is measured in one.
        reason = f"basis {point.basis:#x}"
        found |= {
            f"{CORRECTED}{reason}:{part}": number
            for part, number in found.items()
            if number and part in _BASIS_PARTS
        }
    for reason, touched in _reasons(point):
        found |= {
            f"{CORRECTED}{reason}:{part}": number
            for part, number in found.items()
            if number and part in touched
        }
    for number, path in enumerate(paths(point)):
        found |= {f"{PATH}{number}:{element}": share for element, share in path.items()}
    found |= {TABLES: _tables(point), ROUNDS: point.unroll * point.lanes}
    found[MEMORIES] = float(members("sbox_e")[point.sbox].address_register)
    found[SLOTS] = estimated_slots(point) * point.lanes
    found[WALK] = walk(point)
    found[RATE] = float(estimated_blocks_per_cycle(point))
    return MappingProxyType(found)


@lru_cache(maxsize=100_000)
def walk(point: DesignPoint) -> int:
    """Return the registers that a block passes on its way through all its rounds and out.

    With a round of several cycles it is the cycles of all its rounds.
    """
    waits = int(point.flow is Flow.CREDIT)  # in the output FIFO
    if point.width != BLOCK:
        return estimated_narrow_latency(point) - 1 + waits
    return waits + point.cuts.bit_count() * sum(
        (number % point.unroll) % point.cut_every == 0 for number in range(point.nr)
    )


# Look-up tables (4 inputs) of one S-box; of the rest of a round with its key step.
_SBOX_LUTS = {
    "bram": 5,
    "rom": 150,
    "logic": 320,
    "tower": 70,
    "canright": 70,
    "line": 70,
    "shallow": 75,
    "lut": 43,
}
_ROUND_LUTS = 800
_STATE_FFS = 260


def _tables(point: DesignPoint) -> float:
    """Return a rough count of the point's 4-input look-up tables."""
    part = point.width / BLOCK
    sboxes = _SBOXES * part * _SBOX_LUTS.get(point.sbox, 150)
    sboxes += min(_KEY_SBOXES, _SBOXES * part) * _SBOX_LUTS.get(point.key_sbox, 150)
    return point.lanes * (point.unroll * (sboxes + part * _ROUND_LUTS) + _STATE_FFS)
