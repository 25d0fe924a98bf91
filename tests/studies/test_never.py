"""A mutant held against the states that the right core reaches: what ABC is given, and says."""

import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from aesculus.studies.mutation import never, proof
from aesculus.studies.mutation.aiger import Aiger
from aesculus.studies.mutation.miter import Builder
from graphs import bad_within

_INPUTS = {("rst_ni", 0): 2, ("clear_i", 0): 4, ("d", 0): 6}
_RESET, _CLEAR, _D, _LIVE, _COUNT, _DATA = range(2, 14, 2)
_LATCHES = ("live", "count", "data")

_Roots = dict[str, int]
_Mutate = Callable[[Builder, _Roots], None]


def _right(_build: Builder, _roots: _Roots) -> None:
    """Mutate nothing."""


def _core(mutate: _Mutate = _right) -> Aiger:
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
    return _graph(build, roots)


def _graph(build: Builder, roots: _Roots) -> Aiger:
    head = f"aig {6 + len(build.ands)} 3 3 2 {len(build.ands)}".encode()
    lines = [str(literal).encode() for literal in roots.values()]
    return Aiger(head, lines, build.ands, 14, _INPUTS, _LATCHES, ("cleared_o[0]", "out[0]"))


def _left_over(mutate: _Mutate = _right) -> Aiger:
    """Return a core whose count no reset sets: it holds what was before until the core is live."""
    build = Builder(14)
    roots = {
        "live": build.both(_RESET, _CLEAR ^ 1),
        "count": build.both(_COUNT, _LIVE ^ 1),
        "data": _D,
        "cleared_o": _LIVE,
        "out": build.both(_DATA, _LIVE),
    }
    mutate(build, roots)
    return _graph(build, roots)


def _where_it_never_is(build: Builder, roots: _Roots) -> None:
    roots["out"] = build.differ(roots["out"], _COUNT)


def _takes_what_is_never(build: Builder, roots: _Roots) -> None:
    roots["data"] = build.differ(_D, _COUNT)


def _shows_another(build: Builder, roots: _Roots) -> None:
    roots["out"] = build.both(_D, _LIVE)


def _takes_another(_build: Builder, roots: _Roots) -> None:
    roots["data"] = _D ^ 1


def _begins_elsewhere(build: Builder, roots: _Roots) -> None:
    roots["count"] = build.either(_RESET ^ 1, _COUNT)


def _begins_elsewhere_and_shows_it(build: Builder, roots: _Roots) -> None:
    _begins_elsewhere(build, roots)
    _where_it_never_is(build, roots)


def _begins_with_anything(_build: Builder, roots: _Roots) -> None:
    roots["count"] = _COUNT


def _begins_with_anything_and_shows_it(build: Builder, roots: _Roots) -> None:
    _begins_with_anything(build, roots)
    _where_it_never_is(build, roots)


def _shows_before_it_is_live(_build: Builder, roots: _Roots) -> None:
    roots["out"] = _DATA


def _takes_what_was_before(build: Builder, roots: _Roots) -> None:
    roots["data"] = build.differ(_D, _COUNT)


def _shows_what_was_before_in_a_second_clear(build: Builder, roots: _Roots) -> None:
    hidden = build.both(build.both(_COUNT, _LIVE ^ 1), _CLEAR)
    roots["out"] = build.either(roots["out"], hidden)


def _shows_what_was_before_in_a_second_reset(build: Builder, roots: _Roots) -> None:
    hidden = build.both(build.both(_COUNT, _LIVE ^ 1), _RESET ^ 1)
    roots["out"] = build.either(roots["out"], hidden)


def _overlooks_a_clear(build: Builder, roots: _Roots) -> None:
    asked = build.both(_CLEAR, build.both(_COUNT, _LIVE ^ 1) ^ 1)
    roots["live"] = build.both(_RESET, asked ^ 1)


def _takes_what_was_before_in_a_reset(build: Builder, roots: _Roots) -> None:
    """Take another one where the count is 1, which no reset leaves, and only in a reset."""
    roots["data"] = build.differ(_D, build.both(_RESET ^ 1, _COUNT))


def _keeps_two(build: Builder, roots: _Roots) -> None:
    """Show by how much what two registers took differs: never."""
    roots["live"] = _D
    roots["out"] = build.differ(_LIVE, _DATA)


def _keeps_two_that_differ(build: Builder, roots: _Roots) -> None:
    _keeps_two(build, roots)
    _takes_what_was_before_in_a_reset(build, roots)


def _reads_late(build: Builder, roots: _Roots) -> None:
    """Keep 1 in a cycle with a request, behind which the core is not live."""
    roots["data"] = build.choose(build.both(_RESET, _CLEAR), 1, _D)
    roots["out"] = build.both(_DATA, _LIVE)


def _keeps_another(build: Builder, roots: _Roots) -> None:
    """Keep 0 instead."""
    roots["data"] = build.choose(build.both(_RESET, _CLEAR), 0, _D)
    roots["out"] = build.both(_DATA, _LIVE)


_SAME = [
    (_core(), _core(_where_it_never_is)),
    (_core(), _core(_takes_what_is_never)),
    (_core(), _core(_begins_elsewhere)),
    (_core(), _core(_begins_with_anything)),
    (_core(_reads_late), _core(_keeps_another)),
    (_core(), _core(_takes_what_was_before_in_a_reset)),
]
_OTHER = [
    (_core(), _core(_shows_another)),
    (_core(), _core(_takes_another)),
    (_core(), _core(_begins_elsewhere_and_shows_it)),
    (_core(), _core(_begins_with_anything_and_shows_it)),
    (_core(), _core(_shows_before_it_is_live)),
    (_left_over(), _left_over(_takes_what_was_before)),
    (_left_over(), _left_over(_shows_what_was_before_in_a_second_clear)),
    (_left_over(), _left_over(_shows_what_was_before_in_a_second_reset)),
    (_left_over(), _left_over(_overlooks_a_clear)),
    (_core(_keeps_two), _core(_keeps_two_that_differ)),
]


def test_behind_a_reset_is_what_it_sets_and_anything_else() -> None:
    right, elsewhere, left_over = _core(), _core(_begins_elsewhere), _left_over()
    assert never.taken((right, elsewhere), "rst_ni") == [[0, 0, _D], [0, 1, _D]]
    live, count, data = never.taken((left_over,), "rst_ni")[0]
    assert (live, data) == (0, _D)
    assert count > 1
    with pytest.raises(KeyError):
        never.taken((right,), "arst")


def _differs(right: Aiger, other: Aiger, folder: Path) -> bool:
    """Tell whether any run of up to four cycles differs, as `proof.never_other` asks."""
    apart = frozenset[int]()
    while True:
        hit = never.write(right, other, folder / "never.aig", reset="rst_ni", apart=apart)
        if not bad_within(folder / "never.aig", 4) or not hit:
            return bad_within(folder / "never.aig", 4)
        apart |= hit


@pytest.mark.parametrize(("right", "other"), _SAME)
def test_what_the_core_never_reaches_makes_no_difference(
    tmp_path: Path, right: Aiger, other: Aiger
) -> None:
    assert not _differs(right, other, tmp_path)


@pytest.mark.parametrize(("right", "other"), _OTHER)
def test_what_it_reaches_behind_any_reset_does(tmp_path: Path, right: Aiger, other: Aiger) -> None:
    assert _differs(right, other, tmp_path)


def test_what_nobody_reads_may_differ(tmp_path: Path) -> None:
    """The data are read while a core is live alone: until then they may be anything else."""
    path, right, other = tmp_path / "never.aig", _core(_reads_late), _core(_keeps_another)
    hit = never.write(right, other, path, reset="rst_ni")
    assert [right.latches[at] for at in hit] == ["data"]
    assert bad_within(path, 4)
    assert never.write(right, other, path, reset="rst_ni", apart=hit) == frozenset()
    assert not bad_within(path, 4)


@pytest.mark.parametrize(("right", "other"), _SAME)
def test_abc_proves_it(tmp_path: Path, right: Aiger, other: Aiger) -> None:
    assert proof.never_other(right, other, tmp_path, 60)


@pytest.mark.parametrize(("right", "other"), _OTHER)
def test_abc_proves_no_other(tmp_path: Path, right: Aiger, other: Aiger) -> None:
    assert not proof.never_other(right, other, tmp_path, 60)


@pytest.mark.parametrize(
    "other",
    [
        replace(_core(), latches=("live", "count", "other")),
        replace(_core(), outputs=("cleared_o[0]", "other[0]")),
        replace(_core(), inputs={("rst_ni", 0): 4, ("clear_i", 0): 2, ("d", 0): 6}),
    ],
)
def test_nothing_is_proved_of_cores_with_other_names(tmp_path: Path, other: Aiger) -> None:
    assert not proof.never_other(_core(), other, tmp_path, 60)


def test_nothing_is_proved_without_time(tmp_path: Path) -> None:
    assert not proof.never_other(*_SAME[0], tmp_path, 0)


@pytest.mark.parametrize("does", ["exit 3", "printf 'aig 5 2' > reduced.aig; exit 3", None])
def test_nothing_is_proved_by_a_tool_that_fails_or_is_not_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, does: str | None
) -> None:
    tools = tmp_path / "tools"
    tools.mkdir()
    if does is not None:
        (tools / "yosys-abc").write_text(f"#!/bin/sh\n{does}\n", encoding="utf-8")
        (tools / "yosys-abc").chmod(0o755)
    monkeypatch.setenv("AESCULUS_YOSYS", "native")
    monkeypatch.setenv("PATH", f"{tools}{os.pathsep}/usr/bin:/bin")
    assert not proof.never_other(*_SAME[0], tmp_path, 60)
