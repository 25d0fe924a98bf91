"""The design point: the one value that tells every stage which core is meant."""

import hashlib
import json
from collections.abc import Mapping
from typing import Annotated, Any, cast

from pydantic import (
    BaseModel,
    ConfigDict,
    NonNegativeInt,
    StringConstraints,
    field_validator,
    model_validator,
)

from aesculus.space.canonical import canonical
from aesculus.space.keys import KEY_PATTERN, example_key
from aesculus.space.kinds import Direction, Flow, KeySchedule, LaneKeys, SboxKind
from aesculus.space.naming import label
from aesculus.space.parameters import axis

RECIPE_PATTERN = r"[a-z0-9][a-z0-9_-]{0,39}"
"""Names of synthesis recipes; they become parts of labels and file names."""


_LATER = ("width", "isolate")
"""Fields that came after the first release: at their defaults they do not count in a digest, so
that older points keep theirs."""


def fields_digest(fields: Mapping[str, Any]) -> str:
    """Return the SHA-256 (hex) of a point's canonical fields as JSON-able values."""
    counted = {
        name: value
        for name, value in fields.items()
        if name not in _LATER or value != axis(name).default
    }
    text = json.dumps(counted, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode("ascii")).hexdigest()


class DesignPoint(BaseModel):
    """One point of the design space; `parameters.toml` documents each field.

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
        isolate: slots without a beat take zeros at the entry, not what the input ports show.
        recipe: name of the synthesis recipe.
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
    recipe: Annotated[str, StringConstraints(pattern=f"^{RECIPE_PATTERN}$")] = "default"

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
    def digest(self) -> str:
        """SHA-256 (hex) of the canonical form; equal for equivalent points."""
        return fields_digest(canonical(self).model_dump(mode="json"))

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
