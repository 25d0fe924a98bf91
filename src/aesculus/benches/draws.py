"""Seeded random keys and blocks, answered by the cipher's reference, and vectors put into lanes.

A beat is a block for each lane; with one lane, it is a block.
"""

from collections.abc import Iterable, Sequence
from random import Random

from aesculus.design.cipher import Beat, Cipher, Vector
from aesculus.design.kinds import Direction

RANDOM = "random"
"""Source of answers to random blocks."""


def in_lanes(vectors: Iterable[Vector], lanes: int, *, same_key: bool) -> list[Beat]:
    """Return as many beats as there are vectors, which put every vector into every lane once.

    The blocks of a beat differ wherever there are enough that agree in direction, and, if the lanes
    share one key, in the key.

    Args:
        vectors: in the order in which the first lane gets them, group by group.
        lanes: number of lanes.
        same_key: the lanes share one key.
    """
    if lanes == 1:
        return [(v,) for v in vectors]
    groups: dict[tuple[bool, bytes], list[Vector]] = {}
    for v in vectors:
        groups.setdefault((v.decrypt, v.key if same_key else b""), []).append(v)
    return [
        tuple(group[(first + lane) % len(group)] for lane in range(lanes))
        for group in groups.values()
        for first in range(len(group))
    ]


def random_keys(
    random: Random, count: int, *, key_bits: int, longest_run: int = 1, related_keys: bool = False
) -> list[bytes]:
    """Return seeded random keys, one a block.

    Args:
        random: the generator; the same state gives the same keys.
        count: number of blocks.
        key_bits: length of the cipher key.
        longest_run: a key is kept for 1 to this many blocks, drawn anew each time.
        related_keys: the next key differs from the last in one bit only.
    """
    found: list[bytes] = []
    key = random.randbytes(key_bits // 8)
    while len(found) < count:
        found += [key] * random.randint(1, longest_run)
        if related_keys:
            value = int.from_bytes(key, "big") ^ (1 << random.randrange(key_bits))
            key = value.to_bytes(key_bits // 8, "big")
        else:
            key = random.randbytes(key_bits // 8)
    return found[:count]


def random_vectors(
    random: Random,
    count: int,
    cipher: Cipher,
    *,
    key_bits: int,
    direction: Direction,
    longest_run: int = 1,
    related_keys: bool = False,
) -> list[Vector]:
    """Return seeded random blocks, answered by the cipher's reference.

    Args:
        random: the generator; the same state gives the same blocks.
        count: number of blocks.
        cipher: what answers.
        key_bits: length of the cipher key.
        direction: with `both`, each block draws its own.
        longest_run: as in `random_keys`.
        related_keys: as in `random_keys`.
    """
    keys = random_keys(
        random, count, key_bits=key_bits, longest_run=longest_run, related_keys=related_keys
    )
    return [beat[0] for beat in random_beats(random, cipher, [keys], direction)]


def random_beats(
    random: Random,
    cipher: Cipher,
    keys: Sequence[Sequence[bytes]],
    direction: Direction,
    lanes: int = 1,
) -> list[Beat]:
    """Return a beat of seeded random blocks for every key, answered by the cipher's reference.

    Args:
        random: the generator; the same state gives the same blocks.
        cipher: what answers.
        keys: a sequence for each lane, or a single one that all lanes share.
        direction: with `both`, each beat draws its own.
        lanes: number of lanes.
    """
    wanted = direction.decrypts
    found: list[Beat] = []
    for index, beat_keys in enumerate(zip(*keys, strict=True)):
        decrypt = random.choice(wanted)
        blocks: list[Vector] = []
        for lane in range(lanes):
            key = beat_keys[lane % len(beat_keys)]
            data = random.randbytes(cipher.block_bits // 8)
            expected = cipher.reference(key, data, decrypt=decrypt)
            blocks.append(Vector(key, data, expected, decrypt, RANDOM, f"block {index}"))
        found.append(tuple(blocks))
    return found
