"""Reading labels. `naming` writes them; ARCHITECTURE.md has the grammar."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache

from aesculus.ciphers.aes.space.aliases import ALIASES
from aesculus.ciphers.aes.space.canonical import canonical
from aesculus.ciphers.aes.space.cuts import DEEPEST, PRESETS, available_cuts
from aesculus.ciphers.aes.space.design import DesignPoint
from aesculus.ciphers.aes.space.kinds import Direction, KeySchedule, LaneKeys, SboxKind
from aesculus.ciphers.aes.space.naming import ISOLATE_TOKEN, WHOLE_LETTER, WHOLE_TOKEN, label
from aesculus.ciphers.aes.space.parameters import axis, members
from aesculus.design.errors import LabelError

__all__ = ["LabelError", "label", "parse"]

_NUMBER = "([0-9]{1,6})"
_HEX = "([0-9A-F]{1,6})"
_SUGGESTED = 3
"""Near misses that a message names: as many as there are key sizes."""

_LONGEST = 80  # characters of a token that are compared with known ones


@dataclass(frozen=True, slots=True)
class _Token:
    """One token of a label with its place, for errors that name both."""

    text: str
    label: str
    position: int

    def error(self, problem: str, suggestions: tuple[str, ...] = ()) -> LabelError:
        return LabelError(self.label, problem, self.text, self.position, suggestions)


@dataclass(frozen=True, slots=True)
class _Form:
    """A kind of token: the field it sets, how it reads and how an error describes it."""

    field: str
    pattern: str
    help: str

    def match(self, text: str) -> re.Match[str] | None:
        return re.fullmatch(self.pattern, text, re.IGNORECASE | re.ASCII)


@dataclass(frozen=True, slots=True)
class _Pipelining:
    """The token of S-box and cuts; `PP0` and `PPX` need other tokens to be resolved."""

    sbox: SboxKind
    whole: bool
    preset: str
    mask: int
    cut_every: int | None


def parse(text: str) -> DesignPoint:
    """Read a label, in any case and with its tokens in any order.

    The names of published designs (`aliases`) are read too. The result is canonical, but need not
    be legal: `rules.check` tells.

    Raises:
        LabelError: the text is not a label, or names an S-box that is not available yet.
    """
    body = ALIASES.get(text.strip().upper(), text)
    values: dict[str, object] = {}
    for position, part in enumerate(body.split("-"), start=1):
        token = _Token(part.strip(), text, position)
        form, match = _recognise(token)
        if form.field in values:
            raise token.error(f"this is said twice; legal: one {form.help}")
        values[form.field] = _READERS[form.field](match, token)
    for field, (what, example) in _NEEDED.items():
        if field not in values:
            legal = next(form.help for form in _forms() if form.field == field)
            raise LabelError(text, f"{what} missing, such as {example}; legal: {legal}")
    return canonical(_point(values))


def _point(values: dict[str, object]) -> DesignPoint:
    fields = {name: value for name, value in values.items() if name not in _JOINED}
    for first, second in _JOINED.items():
        if first in values and second:
            fields[first], fields[second] = _pair(values[first])
    pipelining = values["cuts"]
    assert isinstance(pipelining, _Pipelining)
    fields["sbox"] = pipelining.sbox
    fields["whole"] = pipelining.whole or "whole" in values
    fields["cuts"] = pipelining.mask
    fields["cut_every"] = 1 if pipelining.cut_every is None else pipelining.cut_every
    if pipelining.preset == DEEPEST:
        direction = fields.get("direction", Direction.ENCRYPT)
        fields["cuts"] = available_cuts(pipelining.sbox, str(direction))
    elif pipelining.preset and not PRESETS[pipelining.preset].every_round:
        fields["cut_every"] = fields["unroll"]
    return DesignPoint.model_validate(fields)


_NEEDED = {
    "unroll": ("the number of physical rounds is", "UF1"),
    "cuts": ("the token of pipeline cuts and S-box is", "PP1T"),
}
"""Fields that every label says: what an error calls them, with an example."""

_JOINED = {
    "key_bits": "direction",
    "lanes": "lane_keys",
    "key_schedule": "fixed_key",
    "cuts": "",
}
"""Tokens that set two fields, by the first of them; `cuts` sets more."""


def _pair(value: object) -> tuple[object, object]:
    assert isinstance(value, tuple)
    return value[0], value[1]


@cache
def _forms() -> tuple[_Form, ...]:
    directions = "|".join(["E", *_tokens("direction_e")])
    return (
        _Form("key_bits", f"AES{_NUMBER}({directions})?", "AES<key bits>[D|ED]"),
        _Form("lanes", f"RF{_NUMBER}({'|'.join(_tokens('lane_keys_e'))})?", "RF<lanes>[S]"),
        _Form("unroll", f"UF{_NUMBER}", "UF<physical rounds>"),
        _Form(
            "cuts",
            f"(?:(PP[0-9A-Z])|C([0-9A-F]{{1,8}}))([A-Z])(?:E{_NUMBER})?",
            f"PP<0..3 or X><S-box> or C<hex mask><S-box>[E<n>] (S-box {_cipher_letters()})",
        ),
        _Form("whole", WHOLE_TOKEN, WHOLE_TOKEN),
        _Form("entry_cuts", f"IN{_NUMBER}", "IN<entry registers>"),
        _Form("width", f"W{_NUMBER}", "W<bits of the datapath>"),
        _Form("key_sbox", "K([A-Z])", f"K<S-box> (S-box {_letters()})"),
        _Form("basis", f"G{_HEX}", "G<hex basis>"),
        _Form(
            "key_schedule",
            f"({'|'.join(_tokens('key_schedule_e'))})([0-9A-F]{{1,64}})?",
            _schedules(),
        ),
        _Form("flow", "|".join(_tokens("flow_e")), _either("flow_e")),
        _Form("tag_bits", f"TAG{_NUMBER}", "TAG<bits>"),
        _Form("isolate", ISOLATE_TOKEN, ISOLATE_TOKEN),
    )


def _recognise(token: _Token) -> tuple[_Form, re.Match[str]]:
    for form in _forms():
        match = form.match(token.text)
        if match:
            return form, match
    if re.fullmatch(r"PP[0-3X]|C[0-9A-F]+", token.text, re.IGNORECASE):
        raise token.error(f"the letter of the S-box is missing; legal: one of {_cipher_letters()}")
    what = "not known" if token.text else "empty, where a token such as UF1 or PP1T stands"
    if strange := next((char for char in token.text if not char.isascii()), ""):
        # Copied from a page, it may look like one of ours.
        what += f", as it holds U+{ord(strange):04X}, which is none of ASCII"
    legal = ", ".join(form.help for form in _forms())
    raise token.error(f"{what}; legal: {legal}", _suggestions(token.text))


def _read_cipher(match: re.Match[str], token: _Token) -> tuple[int, str]:
    key_bits = int(match[1])
    sizes = axis("key_bits").values or ()
    if key_bits not in sizes:
        legal = ", ".join(f"AES{size}" for size in sizes)
        raise token.error(f"AES has no key of {match[1]} bits; legal: {legal}")
    suffix = (match[2] or "").upper()
    return key_bits, _tokens("direction_e").get(suffix, str(Direction.ENCRYPT))


def _read_number(match: re.Match[str], _token: _Token) -> int:
    return int(match[1])


def _read_hex(match: re.Match[str], _token: _Token) -> int:
    return int(match[1], 16)


def _read_lanes(match: re.Match[str], _token: _Token) -> tuple[int, str]:
    suffix = (match[2] or "").upper()
    return int(match[1]), _tokens("lane_keys_e").get(suffix, str(LaneKeys.SHARED))


def _read_flag(_match: re.Match[str], _token: _Token) -> bool:
    return True


def _read_sbox(letter: str, token: _Token, legal: str) -> SboxKind:
    for member in members("sbox_e").values():
        if member.token == letter.upper():
            if member.implemented:
                return SboxKind(member.name)
            problem = f"S-box {member.token} ({member.name}) is not available yet"
            raise token.error(f"{problem}; available: {legal}")
    raise token.error(f"no S-box has the letter {letter.upper()}; legal: {legal}")


def _read_key_sbox(match: re.Match[str], token: _Token) -> SboxKind:
    return _read_sbox(match[1], token, _letters())


def _read_pipelining(match: re.Match[str], token: _Token) -> _Pipelining:
    preset, mask, letter, every = (match[1] or "").upper(), match[2], match[3], match[4]
    if preset and preset not in {*PRESETS, DEEPEST}:
        raise token.error(f"no preset {preset}; legal: {', '.join([*PRESETS, DEEPEST])}")
    if preset in PRESETS and not PRESETS[preset].every_round and every:
        raise token.error(f"{preset} cuts the first round alone; legal: no E<n> behind it")
    whole = letter.upper() == WHOLE_LETTER
    return _Pipelining(
        sbox=SboxKind.TOWER if whole else _read_sbox(letter, token, _cipher_letters()),
        whole=whole,
        preset=preset,
        mask=PRESETS[preset].mask if preset in PRESETS else int(mask or "0", 16),
        cut_every=int(every) if every else None,
    )


def _read_schedule(match: re.Match[str], token: _Token) -> tuple[str, str]:
    schedule, key = _tokens("key_schedule_e")[match[1].upper()], match[2] or ""
    if key and schedule != KeySchedule.FIXED:
        raise token.error(f"only a fixed schedule has a key; legal: {match[1].upper()}")
    return schedule, key


def _read_flow(match: re.Match[str], _token: _Token) -> str:
    return _tokens("flow_e")[match[0].upper()]


_READERS = {
    "key_bits": _read_cipher,
    "lanes": _read_lanes,
    "unroll": _read_number,
    "whole": _read_flag,
    "isolate": _read_flag,
    "entry_cuts": _read_number,
    "width": _read_number,
    "cuts": _read_pipelining,
    "key_sbox": _read_key_sbox,
    "basis": _read_hex,
    "key_schedule": _read_schedule,
    "flow": _read_flow,
    "tag_bits": _read_number,
}


@cache
def _tokens(enum: str) -> dict[str, str]:
    """Return the label tokens of an enum with the values they stand for."""
    return {member.token: member.name for member in members(enum).values() if member.token}


def _either(enum: str) -> str:
    return " or ".join(_tokens(enum))


def _schedules() -> str:
    """Return the tokens of the key schedules; one alone has a key behind it."""
    fixed = KeySchedule.FIXED
    keyless = [token for token, name in _tokens("key_schedule_e").items() if name != fixed]
    keyed = [token for token, name in _tokens("key_schedule_e").items() if name == fixed]
    return " or ".join([*keyless, *(f"{token}[<hex key>]" for token in keyed)])


@cache
def _letters() -> str:
    return ", ".join(m.token for m in members("sbox_e").values() if m.implemented)


@cache
def _cipher_letters() -> str:
    return f"{_letters()}, {WHOLE_LETTER}"


@cache
def _vocabulary() -> tuple[str, ...]:
    """Return the tokens that a user is likely to mean."""
    letters = [m.token for m in members("sbox_e").values() if m.implemented]
    sizes = axis("key_bits").values or ()
    numbered: Iterable[tuple[str, str]] = (("unroll", "UF"), ("lanes", "RF"), ("tag_bits", "TAG"))
    tokens = [
        f"{prefix}{number}"
        for field, prefix in numbered
        for number in range(axis(field).min or 1, (axis(field).max or 1) + 1)
    ]
    presets = (*PRESETS, DEEPEST)
    tokens += [f"{preset}{letter}" for preset in presets for letter in (*letters, WHOLE_LETTER)]
    tokens += ALIASES
    tokens += [f"K{letter}" for letter in letters]
    tokens += [f"W{width}" for width in axis("width").values or ()]
    tokens += [f"AES{size}{way}" for size in sizes for way in ("", *_tokens("direction_e"))]
    return (*tokens, *_tokens("key_schedule_e"), *_tokens("flow_e"), ISOLATE_TOKEN)


def _suggestions(token: str) -> tuple[str, ...]:
    if not token:
        return ()
    presets = (*PRESETS, DEEPEST)
    if any(preset.startswith(token.upper()) for preset in presets):
        # Half of a name is no near miss of others: any S-box may follow.
        letter = next(m.token for m in members("sbox_e").values() if m.implemented)
        return tuple(f"{preset}{letter}" for preset in presets)
    return tuple(
        get_close_matches(token.upper()[:_LONGEST], _vocabulary(), n=_SUGGESTED, cutoff=0.6)
    )
