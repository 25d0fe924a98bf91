"""A mutant held against the states that the right core reaches: what ABC is given to prove."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from aesculus.studies.mutation import never
from aesculus.studies.mutation.aiger import Aiger
from aesculus.studies.mutation.miter import Builder
from graphs import bad_within

_INPUTS = {("rst_ni", 0): 2, ("clear_i", 0): 4, ("d", 0): 6}
_RESET, _CLEAR, _D, _LIVE, _COUNT, _DATA = range(2, 14, 2)

_Roots = dict[str, int]


def _core(mutate: Callable[[Builder, _Roots], None] = lambda _build, _roots: None) -> Aiger:
    """Return a core that shows its data while it is live, and has a count that stays 0."""
    build = Builder(14)
    roots = {
        "live": build.both(_RESET, _CLEAR ^ 1),
        "count": build.both(_RESET, _COUNT),
        "data": _D,
        "cleared_o": _LIVE,
        "out": build.both(_DATA, _LIVE),
    }
    mutate(build, roots)
    head = f"aig {6 + len(build.ands)} 3 3 2 {len(build.ands)}".encode()
    lines = [str(literal).encode() for literal in roots.values()]
    names = (("live", "count", "data"), ("cleared_o[0]", "out[0]"))
    return Aiger(head, lines, build.ands, 14, _INPUTS, *names)


def _where_it_never_is(build: Builder, roots: _Roots) -> None:
    roots["out"] = build.differ(roots["out"], _COUNT)


def _takes_what_is_never(build: Builder, roots: _Roots) -> None:
    roots["data"] = build.differ(_D, _COUNT)


def _shows_another(build: Builder, roots: _Roots) -> None:
    roots["out"] = build.both(_D, _LIVE)


def _takes_another(_build: Builder, roots: _Roots) -> None:
    roots["data"] = _D ^ 1


def _reads_late(build: Builder, roots: _Roots) -> None:
    """Show the data of a cycle ago, which are the input, or 1 where `d` is low."""
    roots["data"] = build.choose(roots["live"], _D, 1)
    roots["out"] = build.both(_DATA, _LIVE)


def _keeps_another(build: Builder, roots: _Roots) -> None:
    """Likewise, but for what is kept while the core is not live."""
    roots["data"] = build.choose(roots["live"], _D, 0)
    roots["out"] = build.both(_DATA, _LIVE)


def _begins_elsewhere(build: Builder, roots: _Roots) -> None:
    roots["count"] = build.either(_RESET ^ 1, _COUNT)


def _shows_before_it_is_live(_build: Builder, roots: _Roots) -> None:
    roots["out"] = _DATA


@pytest.mark.parametrize(
    ("mutate", "differs"),
    [
        (_where_it_never_is, False),
        (_takes_what_is_never, False),
        (_shows_another, True),
        (_takes_another, True),
    ],
)
def test_what_the_core_never_reaches_makes_no_difference(
    tmp_path: Path, mutate: Callable[[Builder, _Roots], None], differs: bool
) -> None:
    path, right, other = tmp_path / "never.aig", _core(), _core(mutate)
    starts = never.started(right, other)
    assert starts == [1, 0, None]
    never.write(right, other, starts, path)
    assert bad_within(path, 4) is differs


def test_what_nobody_reads_may_differ(tmp_path: Path) -> None:
    """The data are read while a core is live alone: until then they may be anything else."""
    path, right, other = tmp_path / "never.aig", _core(_reads_late), _core(_keeps_another)
    starts = never.started(right, other)
    assert starts is not None
    hit = never.write(right, other, starts, path)
    assert [right.latches[at] for at in hit] == ["data"]
    assert bad_within(path, 4)
    assert never.write(right, other, starts, path, apart=hit) == frozenset()
    assert not bad_within(path, 4)


def test_what_is_read_may_not(tmp_path: Path) -> None:
    path, right, other = tmp_path / "never.aig", _core(), _core(_takes_another)
    starts = never.started(right, other)
    assert starts is not None
    hit = never.write(right, other, starts, path)
    never.write(right, other, starts, path, apart=hit)
    assert bad_within(path, 4)


@pytest.mark.parametrize("mutate", [_begins_elsewhere, _shows_before_it_is_live])
def test_nothing_is_proved_of_one_that_differs_before_it_is_cleared(
    mutate: Callable[[Builder, _Roots], None],
) -> None:
    assert never.started(_core(), _core(mutate)) is None


def test_nothing_is_proved_of_cores_with_other_registers() -> None:
    renamed = replace(_core(), latches=("live", "count", "other"))
    assert never.started(_core(), renamed) is None
