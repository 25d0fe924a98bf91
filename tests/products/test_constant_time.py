"""The time that a mode takes depends on lengths and kinds, never on a key or on data."""

from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

from aesculus.design import Design, parse
from aesculus.products.common import plan as plans
from aesculus.products.common.around import Driven
from aesculus.stages.simulation import verify_rtl
from products.faults import keep_phases
from samples import first

_SIZES = (16, 17, 31, 64, 100, 333, 16, 48, 0, 5)
_LABELS = [
    "CCM-S2.UF1-PP0L",
    "GCM-H2-D64.UF1-PP0L",
    "KWP.AES128ED-UF1-PP0L",
    "CMAC-S2.UF1-PP0L",
    "XTS-S2.AES128ED-UF1-PP0L",
    "GCM.UF10-PP1D",
    "GMAC.UF1-PP2L",
    "CBC-S2.UF1-PP0P-W8",
    "CFB8.UF1-PP0L",
    "CFB1.UF1-PP0L",
    "CTR.AXIS32.UF1-PP0L",
    "OFB.AXIL32.UF1-PP0L",
]


class _Twin(Random):
    """Choices of one seed, bytes of another: messages of the same shape with other contents."""

    def __init__(self, shape: int, contents: int) -> None:
        super().__init__(shape)
        self._contents = Random(contents)

    def randbytes(self, n: int) -> bytes:
        return self._contents.randbytes(n)


def _times(
    design: Design,
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    sizes: Sequence[Sequence[int]] = (_SIZES,) * 3,
) -> list[list[str]]:
    """Return, for twins with messages of some sizes each, what moved at which cycle of theirs."""
    design.check()
    keep_phases(monkeypatch)
    kept = plans.plan

    def plan(driven: Driven, *, seed: int, count: int) -> list[plans.Phase]:
        found = kept(driven, seed=seed, count=count)
        mode = driven.mode
        for contents, each in enumerate(sizes):
            random = _Twin(7, contents)
            messages = [mode.answers.drawn(mode, random, size) for size in each]
            found.append(plans.phase(plans.RANDOM, driven, messages))
        return found

    monkeypatch.setattr(plans, "plan", plan)
    assert verify_rtl(design, workdir=folder).reason == ""
    (trace,) = folder.rglob("trace.txt")
    phases: list[list[str]] = []
    for line in trace.read_text("ascii").splitlines():
        what, *words = line.split()
        if what == "P":
            phases.append([])
            begin = None
        elif what in {"I", "O"}:
            begin = int(words[0]) if begin is None else begin
            phases[-1].append(f"{what} {int(words[0]) - begin}")
    return phases[-len(sizes) :]


@pytest.mark.sim
@pytest.mark.parametrize("label", first(2, _LABELS))
def test_other_keys_and_data_take_the_same_time(
    label: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    times = _times(parse(label), tmp_path, monkeypatch)
    assert len(times[0]) > len(_SIZES)
    assert all(each == times[0] for each in times)


@pytest.mark.sim
@pytest.mark.long
def test_another_length_takes_another_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sizes = (_SIZES, _SIZES, (*_SIZES[:-1], _SIZES[-1] + 32))
    one, other, longer = _times(parse("CTR.UF1-PP0L"), tmp_path, monkeypatch, sizes)
    assert one == other != longer
