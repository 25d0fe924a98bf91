"""The design point: the one value that tells every stage which core is meant."""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, cast

from pydantic import (
    BaseModel,
    ConfigDict,
    NonNegativeInt,
    StringConstraints,
    field_validator,
    model_validator,
)

from aesculus.ciphers.aes.space.canonical import canonical
from aesculus.ciphers.aes.space.keys import KEY_PATTERN, example_key
from aesculus.ciphers.aes.space.kinds import Direction, Flow, KeySchedule, LaneKeys, SboxKind
from aesculus.ciphers.aes.space.naming import label
from aesculus.ciphers.aes.space.parameters import axis
from aesculus.design.cipher import Cipher, Shape
from aesculus.design.model import Port
from aesculus.design.text import digest_of

BLOCK_BITS = 128
"""Bits of an AES block (FIPS 197, Nb = 4 words)."""

_LATER = ("width", "isolate")
"""Fields that came after the first release: at their defaults they do not count in a digest, so
that older points keep theirs."""


class DesignPoint(BaseModel):
    """One point of the design space, a `design.Core`; `parameters.toml` documents each field.

    A point may be illegal: `rules.check` tells, so that a refused point can be named and repaired.

    Attributes:
        key_bits: length of the cipher key, 128, 192 or 256 bits.
        direction: encrypt, decrypt, or both.
        unroll: physical rounds.
        cuts: mask over the cut positions (`cuts.Cut`) that hold a register.
        cut_every: the cuts are held in physical rounds p with p mod cut_every = 0.
        entry_cuts: registers before the first round.
        width: bits of the State that a cycle takes through a round: 128, or 32 or 8 where a round
            takes several cycles.
        sbox: S-box of the cipher.
        key_sbox: S-box of the key expansion; that of the cipher when not given.
        basis: arithmetic of the tower field, a number of `fields.bases`; 0 is 0x208.
        whole: the whole cipher computes in the tower field.
        key_schedule: where round keys come from.
        fixed_key: key of a fixed schedule in hex, else empty; when not given, the example key of
            FIPS 197 appendix C.
        lanes: replicated ciphers.
        lane_keys: one key for all lanes or one each.
        flow: flow control.
        tag_bits: width of the tag that travels with a block, in bits.
        isolate: slots without a beat take zeros as block, key and tag, not what these ports show.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    key_bits: int = 128
    direction: Direction = Direction.ENCRYPT
    unroll: NonNegativeInt = 1
    cuts: NonNegativeInt = 1
    cut_every: NonNegativeInt = 1
    entry_cuts: NonNegativeInt = 0
    width: NonNegativeInt = 128
    sbox: SboxKind = SboxKind.TOWER
    # None stands for "as sbox"; the validator below always replaces it. A member as the default
    # would be lost from a dump that leaves defaults out.
    key_sbox: SboxKind = cast("SboxKind", None)
    basis: NonNegativeInt = 0
    whole: bool = False
    key_schedule: KeySchedule = KeySchedule.ONLINE
    # None again stands for what follows from other fields.
    fixed_key: Annotated[str, StringConstraints(to_lower=True, pattern=f"^{KEY_PATTERN}$")] = cast(
        "str", None
    )
    lanes: NonNegativeInt = 1
    lane_keys: LaneKeys = LaneKeys.SHARED
    flow: Flow = Flow.NONE
    tag_bits: NonNegativeInt = 1
    isolate: bool = False

    @model_validator(mode="before")
    @classmethod
    def _fill_in_what_follows(cls, data: object) -> object:
        if not isinstance(data, dict):
            return data
        filled = dict(data)
        if data.get("key_sbox") is None:
            filled["key_sbox"] = data.get("sbox", SboxKind.TOWER)
        if not data.get("fixed_key"):
            fixed = data.get("key_schedule") == KeySchedule.FIXED
            filled["fixed_key"] = example_key(data.get("key_bits", 128)) if fixed else ""
        return filled

    @field_validator("key_bits")
    @classmethod
    def _known_key_size(cls, value: int) -> int:
        sizes = axis("key_bits").values or ()
        if value not in sizes:
            msg = f"AES has no key of {value} bits; legal: {', '.join(map(str, sizes))}"
            raise ValueError(msg)
        return value

    @property
    def nr(self) -> int:
        """Number of rounds Nr of FIPS 197: 10, 12 or 14."""
        return self.key_bits // 32 + 6

    @property
    def fields(self) -> Mapping[str, Any]:
        """The canonical form as JSON-able values; equal for equivalent points."""
        return canonical(self).model_dump(mode="json")

    @property
    def identity(self) -> Mapping[str, Any]:
        """The fields, less later ones at their defaults."""
        return {
            name: value
            for name, value in self.fields.items()
            if name not in _LATER or value != axis(name).default
        }

    @property
    def digest(self) -> str:
        """SHA-256 (hex) of the canonical form; equal for equivalent points."""
        return digest_of(self.identity)

    @property
    def bench(self) -> str:
        """The bench of the core's own ports."""
        return "native"

    @property
    def payload_bits(self) -> int:
        """Bits of a block."""
        return BLOCK_BITS

    @property
    def features(self) -> Mapping[str, float]:
        """Counted parts, and what a block passes on its way (`parts`)."""
        from aesculus.ciphers.aes.parts import features  # noqa: PLC0415

        return features(self)

    @property
    def cipher(self) -> Cipher:
        """AES, by its door."""
        from aesculus.ciphers.aes.cipher import CIPHER  # noqa: PLC0415

        return CIPHER

    @property
    def parameters(self) -> Mapping[str, int]:
        """The parameters of `aesculus_core`, see `rtl.rtl_parameters`."""
        from aesculus.ciphers.aes.space.rtl import rtl_parameters  # noqa: PLC0415

        return rtl_parameters(self)

    def check(self) -> None:
        """Return if the point is legal.

        Raises:
            IllegalPointError: it is not; the message is one line.
        """
        from aesculus.ciphers.aes.space.rules import check  # noqa: PLC0415

        check(self)

    def sources(self) -> list[Path]:
        """Return its RTL sources in compile order, see `sources.sources`."""
        from aesculus.ciphers.aes.space.sources import sources  # noqa: PLC0415

        return sources(self)

    def top(self, module: str) -> str:
        """Return a module with every parameter bound, see `rtl.wrapper`."""
        from aesculus.ciphers.aes.space.rtl import wrapper  # noqa: PLC0415

        return wrapper(self, module)

    def ports(self) -> list[Port]:
        """Return the ports of that module, see `rtl.ports`."""
        from aesculus.ciphers.aes.space.rtl import ports  # noqa: PLC0415

        return ports(self)

    def shape(self) -> Shape:
        """Return what the native bench must know of the point, see `bounds.shape`."""
        from aesculus.ciphers.aes.space.bounds import shape  # noqa: PLC0415

        return shape(self)

    @property
    def label(self) -> str:
        """The canonical label; equal for equivalent points."""
        return label(self)

    def replace(self, **changes: object) -> "DesignPoint":
        """Return a validated copy with some fields changed.

        `key_sbox` stays as it is when only `sbox` changes.

        Raises:
            pydantic.ValidationError: an unknown field, or a value of the wrong type.
        """
        return DesignPoint.model_validate({**self.model_dump(), **changes})
