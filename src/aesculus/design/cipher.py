"""The door of a block cipher: all that others ask of it, whichever it is."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Protocol

from aesculus.design.kinds import Direction, KeySchedule
from aesculus.design.model import Design


@dataclass(frozen=True, slots=True)
class Vector:
    """One block with the answer it must give.

    Attributes:
        key: the cipher key.
        data: the input block.
        expected: the output block.
        decrypt: the inverse cipher is asked for.
        source: the file or document the answer comes from, or `random`.
        item: where in the source, such as `COUNT 3` or `COUNT 3 block 2`.
    """

    key: bytes
    data: bytes
    expected: bytes
    decrypt: bool
    source: str
    item: str

    def __str__(self) -> str:
        what = "decrypt" if self.decrypt else "encrypt"
        return f"{self.source} {self.item} ({what})"


Beat = tuple[Vector, ...]
"""What enters and leaves at once: a block for each lane, all of one direction."""


class Cipher(Protocol):
    """A block cipher. `CIPHER` in the module `cipher` of its folder is one."""

    @property
    def name(self) -> str:
        """Its name in labels, capitals and digits; AES alone is left out of them."""
        ...

    @property
    def block_bits(self) -> int:
        """Bits of a block."""
        ...

    def source_sets(self) -> Sequence[Sequence[Path]]:
        """Return every set of RTL sources that a core of it can be made of."""
        ...

    def parse(self, text: str) -> "Core":
        """Read the label of a core, without the cipher's name in front.

        Raises:
            LabelError: it is none.
        """
        ...

    def reference(self, key: bytes, block: bytes, *, decrypt: bool = False) -> bytes:
        """Return one block through the cipher or its inverse, computed without the core.

        Raises:
            ValueError: the key or the block has another length.
        """
        ...

    def round_keys(self, key: bytes) -> bytes:
        """Return all round keys one after the other, for cores that are driven with them.

        Raises:
            ValueError: the key has another length.
        """
        ...

    def travelling_key(self, key: bytes, *, schedule: KeySchedule, decrypt: bool) -> bytes:
        """Return the key that a block brings to a core with such a schedule."""
        ...

    def known_answers(self, key_bits: int, direction: Direction) -> Sequence[Vector]:
        """Return every published answer for a key size and direction."""
        ...

    def answers_under(self, key: bytes, direction: Direction) -> Sequence[Vector]:
        """Return what is known of one key; answers that are not published are computed."""
        ...


@dataclass(frozen=True, slots=True)
class Shape:
    """What the native bench must know of a core. Sizes are bounds, used for run lengths only.

    Attributes:
        cipher: what it computes.
        key_bits: length of the cipher key.
        direction: `encrypt`, `decrypt` or `both`.
        tag_bits: 1 to 32.
        stallable: `out_ready_i` is obeyed; otherwise every block has one latency.
        slots: beats that may be inside at once.
        lone_cycles: cycles from accepting a lone beat to its result.
        lanes: blocks in a beat.
        separate: each lane has a key of its own, otherwise they share one.
        schedule: where the core gets its keys from.
        fixed_key: the key of a fixed schedule, else empty.
        key_cycles: with stored keys, the longest time from offering a key to `key_ready_o` being
            high again, with nothing inside; 0 with others.
        least_rate: blocks that it must take in a cycle; `None` for any rate.
        passes: times that a block goes round; the fewer, the larger is the model for its run.
    """

    cipher: Cipher
    key_bits: int
    direction: Direction
    tag_bits: int
    stallable: bool
    slots: int
    lone_cycles: int
    lanes: int = 1
    separate: bool = False
    schedule: KeySchedule = KeySchedule.ONLINE
    fixed_key: bytes = b""
    key_cycles: int = 0
    least_rate: Fraction | None = None
    passes: int = 1


class Core(Design, Protocol):
    """A cipher alone, with the ports of the core: what the native bench verifies."""

    @property
    def cipher(self) -> Cipher:
        """What it computes."""
        ...

    def shape(self) -> Shape:
        """Return what the native bench must know of it."""
        ...


def listed(vectors: Iterable[Vector], direction: Direction) -> list[Vector]:
    """Return the vectors that a core of a direction can be asked for."""
    return [vector for vector in vectors if vector.decrypt in direction.decrypts]
