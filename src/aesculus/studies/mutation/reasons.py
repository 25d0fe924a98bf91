"""Why mutants live, where that was looked into: the rules of `reasons.toml`."""

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from aesculus.ciphers.aes.space import DesignPoint, parse
from aesculus.resources import rtl_files
from aesculus.studies.mutation import mutants
from aesculus.studies.mutation.fates import Fate

_REASONS = Path(__file__).with_name("reasons.toml")


def reason(mutant: mutants.Mutant, text: str, point: DesignPoint) -> str:
    """Return why a mutant may live, as far as that was looked into, else nothing.

    Args:
        mutant: which.
        text: the line of the source that it lies in.
        point: of which it is a mutant.
    """
    fields = point.fields
    for rule in rules():
        if rule["module"] != mutant.module or rule.get("line", "") not in text:
            continue
        if rule.get("what", "") not in mutant.what or rule.get("point", point.label) != point.label:
            continue
        if all(fields[name] in values for name, values in rule.get("where", {}).items()):
            return str(rule["why"])
    return ""


def told_again(label: str, rows: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return rows as `Judged.as_row` gives them, with the reasons that are known today.

    Args:
        label: of the point.
        rows: of mutants that were judged at some time.
    """
    point, files = parse(label), rtl_files()

    def told(row: Mapping[str, Any]) -> dict[str, Any]:
        if row["fate"] != Fate.SURVIVED:
            return dict(row)
        mutant = mutants.Mutant(row["number"], "", row["module"], row["line"], row["what"])
        return {**row, "why": reason(mutant, line_of(mutant, files), point)}

    return [told(row) for row in rows]


@cache
def rules() -> list[dict[str, Any]]:
    """Return the rules of `reasons.toml`."""
    found: list[dict[str, Any]] = tomllib.loads(_REASONS.read_text(encoding="utf-8"))["reason"]
    return found


def line_of(mutant: mutants.Mutant, files: Iterable[Path]) -> str:
    """Return the line that a mutant lies in, of the sources that it was drawn from."""
    for path in files:
        lines = path.read_text(encoding="utf-8").splitlines() if path.stem == mutant.module else []
        if 0 < mutant.line <= len(lines):
            return lines[mutant.line - 1]
    return ""
