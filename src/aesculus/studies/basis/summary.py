"""What the study makes of its counts: the best bases, and how well ones foretell tables."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol

from aesculus.ciphers.aes.fields.ones import NEEDED, scores
from aesculus.ciphers.aes.space import DEFAULT_BASIS
from aesculus.pages import DASH

WAYS = ("encrypt", "decrypt", "both")
_SBOXES, _COLUMNS = 20, 4
_FEW = 9  # of which a rank correlation says nothing


class Counted(Protocol):
    """A basis with its counts, as `basis.table.BasisCounts`."""

    number: int
    family: str
    ones: dict[str, int]
    luts: dict[str, int]


def luts(row: Counted, use: str) -> int | None:
    """Return the look-up tables of a use, `None` if they were not counted.

    `round_<direction>` is a round in a whole cipher: 20 S-boxes, those of the key step among
    them, and four columns.
    """
    kind, _, way = use.partition("_")
    if kind != "round":
        return row.luts.get(use)
    sbox, column = row.luts.get(f"whole_{way}"), row.luts.get(f"column_{way}")
    return None if sbox is None or column is None else _SBOXES * sbox + _COLUMNS * column


def score_of(use: str) -> str:
    """Return the score of ones that goes with a count of look-up tables."""
    return use.replace("round", "whole").replace("column", "whole")


def summary(rows: Iterable[Counted], groups: Mapping[str, Sequence[int]]) -> dict[str, Any]:
    """Return the winners by ones and by look-up tables, and the rank correlations."""
    # SciPy is slow to load, and no other command needs it at its start.
    from scipy.stats import spearmanr  # noqa: PLC0415

    rows = list(rows)
    score = {row.number: scores(row.ones) for row in rows}
    uses = [f"{kind}_{way}" for kind in ("sbox", "whole", "round") for way in WAYS]
    fewest: dict[str, Any] = {}
    winners: dict[str, Any] = {}
    foretold: dict[str, Any] = {}
    by_number = {row.number: row for row in rows}
    for use in NEEDED:
        best = min(rows, key=lambda row: (score[row.number][use], row.number))
        fewest[use] = {
            "number": f"{best.number:#x}",
            "family": best.family,
            "ones": score[best.number][use],
            "paper": score[DEFAULT_BASIS][use],
            "most": max(each[use] for each in score.values()),
            "ties": sum(each[use] == score[best.number][use] for each in score.values()),
        }
    for use in uses:
        counted = {row.number: n for row in rows if (n := luts(row, use)) is not None}
        if not counted:
            continue
        own = score_of(use)
        number = min(counted, key=lambda n: (counted[n], score[n][own], n))
        winners[use] = {
            "number": f"{number:#x}",
            "family": by_number[number].family,
            "luts": counted[number],
            "ones": score[number][own],
            "paper": counted.get(DEFAULT_BASIS),
            "short": min((counted[n] for n in groups["short"] if n in counted), default=None),
            "bases": len(counted),
        }
        foretold[use] = {}
        for name in ("sample", "short"):
            mapped = [n for n in groups[name] if n in counted]
            if len(mapped) > _FEW:
                first, second = [score[n][own] for n in mapped], [counted[n] for n in mapped]
                rho = float(spearmanr(first, second).statistic)
                foretold[use][name] = {"n": len(mapped), "rho": round(rho, 3)}
    return {"bases": len(rows), "fewest": fewest, "winners": winners, "spearman": foretold}


def correlation(each: Mapping[str, Any], name: str) -> tuple[str, int]:
    """Return a rank correlation with the number of bases behind it, a dash without one."""
    found = each.get(name)
    return (f"{found['rho']:.2f}", found["n"]) if found else (DASH, 0)
