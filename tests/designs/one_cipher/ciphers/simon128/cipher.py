"""The door of SIMON 128/128, and its cores."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from aesculus.design import (
    Cipher,
    Direction,
    IllegalDesignError,
    KeySchedule,
    LabelError,
    Port,
    Shape,
    Vector,
)
from aesculus.design.common import Common, top
from aesculus.design.features import RATE, ROUNDS, TABLES, WALK

from .reference import BLOCK_BYTES, PUBLISHED, encrypt, round_keys
from .reference import ROUNDS as ALL_ROUNDS

_BITS = 8 * BLOCK_BYTES
_TAG_BITS = 4
_LABEL = re.compile(r"UF([0-9]{1,4})", re.IGNORECASE | re.ASCII)
_UNROLLS = [n for n in range(1, ALL_ROUNDS + 1) if ALL_ROUNDS % n == 0]
_RTL = Path(__file__).with_name("aesculus_simon128.sv")


@dataclass(frozen=True)
class Simon(Common):
    """A core of SIMON 128/128 that encrypts.

    Attributes:
        unroll: rounds in hardware, each cycle's work.
    """

    unroll: int

    @property
    def label(self) -> str:
        """Canonical label."""
        return f"{CIPHER.name}.UF{self.unroll}"

    @property
    def fields(self) -> Mapping[str, Any]:
        """The cipher's name and the rounds in hardware."""
        return {"cipher": CIPHER.name, "unroll": self.unroll}

    @property
    def parameters(self) -> Mapping[str, int]:
        """The parameters of `aesculus_simon128`."""
        return {"Unroll": self.unroll, "TagBits": _TAG_BITS}

    @property
    def bench(self) -> str:
        """The bench of the core's own ports, which this core has too."""
        return "native"

    @property
    def payload_bits(self) -> int:
        """Bits of a block."""
        return _BITS

    @property
    def features(self) -> Mapping[str, float]:
        """Rounds and registers, for models and estimates."""
        cycles = ALL_ROUNDS // self.unroll
        return {
            "one": 1,
            "round_bits": 2 * 64 * self.unroll,
            "cut_bits": 3 * _BITS,
            TABLES: 400 + 200 * self.unroll,
            ROUNDS: self.unroll,
            WALK: cycles,
            RATE: 1 / cycles,
        }

    @property
    def cipher(self) -> Cipher:
        """The door."""
        return CIPHER

    def check(self) -> None:
        """Return if the rounds divide those of the cipher.

        Raises:
            IllegalDesignError: they do not.
        """
        if self.unroll not in _UNROLLS:
            near = min(_UNROLLS, key=lambda legal: abs(legal - self.unroll))
            legal = ", ".join(map(str, _UNROLLS))
            raise IllegalDesignError(
                f"{self.label} cannot be built: unroll {self.unroll}: no divisor of "
                f"{ALL_ROUNDS}; legal: {legal}; nearest: {Simon(near).label}"
            )

    def sources(self) -> Sequence[Path]:
        """Return the one module."""
        return [_RTL]

    def ports(self) -> Sequence[Port]:
        """Return the ports of a core, those without use included."""
        return [
            Port("clk_i", "input", 1),
            Port("rst_ni", "input", 1),
            Port("in_valid_i", "input", 1),
            Port("in_ready_o", "output", 1),
            Port("in_block_i", "input", _BITS),
            Port("in_key_i", "input", _BITS),
            Port("in_decrypt_i", "input", 1),
            Port("in_tag_i", "input", _TAG_BITS),
            Port("out_valid_o", "output", 1),
            Port("out_ready_i", "input", 1),
            Port("out_block_o", "output", _BITS),
            Port("out_tag_o", "output", _TAG_BITS),
            Port("key_valid_i", "input", 1),
            Port("key_ready_o", "output", 1),
            Port("key_i", "input", _BITS),
            Port("round_key_i", "input", _BITS),
            Port("clear_i", "input", 1),
            Port("cleared_o", "output", 1),
        ]

    def top(self, module: str) -> str:
        """Return a module with every parameter bound."""
        bound = {name: str(value) for name, value in self.parameters.items()}
        about = f"{self.label}: SIMON 128/128 with every parameter bound."
        return top(module, self.ports(), of="aesculus_simon128", parameters=bound, about=about)

    def shape(self) -> Shape:
        """Return what the native bench must know."""
        cycles = ALL_ROUNDS // self.unroll
        return Shape(
            cipher=CIPHER,
            key_bits=_BITS,
            direction=Direction.ENCRYPT,
            tag_bits=_TAG_BITS,
            stallable=False,
            slots=2,
            lone_cycles=cycles + 4,
            least_rate=Fraction(1, cycles),
            passes=cycles,
        )


@dataclass(frozen=True)
class _Simon128:
    name: str = "SIMON128"
    block_bits: int = _BITS

    def source_sets(self) -> Sequence[Sequence[Path]]:
        """Return the one module."""
        return [[_RTL]]

    def parse(self, text: str) -> Simon:
        """Read `UF<rounds in hardware>`."""
        match = _LABEL.fullmatch(text.strip())
        if match is None:
            raise LabelError(text, "no core of SIMON128; legal: UF<rounds in hardware>")
        return Simon(int(match[1]))

    def reference(self, key: bytes, block: bytes, *, decrypt: bool = False) -> bytes:
        """Return one block through the cipher."""
        if decrypt:
            raise ValueError("SIMON128 encrypts only here")
        return encrypt(key, block)

    def round_keys(self, key: bytes) -> bytes:
        """Return the round keys, 8 bytes each."""
        return b"".join(word.to_bytes(8, "big") for word in round_keys(key))

    def travelling_key(self, key: bytes, *, schedule: KeySchedule, decrypt: bool) -> bytes:
        """Return the cipher key."""
        del schedule, decrypt
        return key

    def known_answers(self, key_bits: int, direction: Direction) -> Sequence[Vector]:
        """Return the published vector."""
        del key_bits, direction
        return [PUBLISHED]

    def answers_under(self, key: bytes, direction: Direction) -> Sequence[Vector]:
        """Return the published vector if it is under this key."""
        del direction
        return [PUBLISHED] if key == PUBLISHED.key else []


CIPHER = _Simon128()
