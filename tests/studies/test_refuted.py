"""What refutes a mutant is shown of it: what is too hard to tell refutes nothing."""

from pathlib import Path

import pytest

from aesculus.studies.mutation import left, proof
from aesculus.studies.mutation.aiger import Aiger
from aesculus.studies.mutation.miter import Builder

_INPUTS = {("rst_ni", 0): 2, ("clear_i", 0): 4, ("i", 0): 6, ("j", 0): 8}
_RESET, _CLEAR, _I, _J, _FIRST, _SECOND, _P, _Q = range(2, 18, 2)


def _core(*, hangs: bool = False, sooner: bool = False) -> Aiger:
    """Return a core that is cleared after two edges; it takes two things that are never both 1.

    Args:
        hangs: `cleared_o` falls where they are, which nodes alone do not tell to be never.
        sooner: it is cleared after one edge.
    """
    build = Builder(18)
    run = build.both(_RESET, _CLEAR ^ 1)
    cleared = build.both(_SECOND, build.both(_P, _Q) ^ 1) if hangs else _SECOND
    roots = {
        "first": run,
        "second": run if sooner else build.both(run, _FIRST),
        "p": build.both(_RESET, build.both(_I, _J)),
        "q": build.both(_RESET, build.both(_I, _J ^ 1)),
        "cleared_o[0]": cleared,
        "out[0]": build.both(_RESET, build.both(_P, _Q)),
    }
    head = f"aig {8 + len(build.ands)} 4 4 2 {len(build.ands)}".encode()
    lines = [str(literal).encode() for literal in roots.values()]
    names = tuple(roots)
    return Aiger(head, lines, build.ands, 18, _INPUTS, names[:4], names[4:])


def test_another_count_refutes() -> None:
    counts = proof.counted(_core())
    assert proof.miscounted(_core(), counts) == ""
    assert "edges later and not" in proof.miscounted(_core(sooner=True), counts)


def test_what_nodes_do_not_tell_refutes_nothing(tmp_path: Path) -> None:
    hangs = _core(hangs=True)
    with pytest.raises(left.NotToldError):
        proof.counted(hangs)
    assert proof.same_for_ever(_core(), hangs, tmp_path, 60)
    assert proof.miscounted(hangs, proof.counted(_core())) == ""
    assert proof.refuted(hangs, tmp_path) == ""
