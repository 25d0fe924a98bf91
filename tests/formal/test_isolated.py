"""An isolated entry: without a beat nothing that comes with one reaches a register.

Two copies of a point in the same state, whatever it is, see the same but blocks, keys, tags and
directions, and no beat or key is offered: in the next cycle they must be in the same state again.
So they must when a beat is offered and not taken, as it may be withdrawn.
"""

from dataclasses import replace
from pathlib import Path

import pytest

from rtl_sources import spoilt
from samples import sampled
from two_copies import model, reached_by

_COMES = ("in_block_i", "in_key_i", "in_tag_i", "in_decrypt_i", "key_i")
_OFFERS = ("in_valid_i", "key_valid_i")


def reached(
    folder: Path, label: str, files: list[Path] | None = None, *, waits: bool = False
) -> list[str]:
    """Return the registers that what comes without a beat reaches, or with one that waits."""
    point = model(folder, label, files)
    graph = point.graph
    for offer in _OFFERS:
        if (offer, 0) in graph.inputs:
            graph = graph.chosen(offer, int(waits and offer == "in_valid_i"))
    assert sum(name in _COMES for name, _ in graph.inputs) > 128
    low = "in_ready_o[0]" if waits else None
    found = reached_by(replace(point, graph=graph), _COMES, folder, low)
    return [name for name, yes in zip(point.latches, found, strict=True) if yes]


@pytest.mark.synth
@pytest.mark.parametrize(
    "label",
    sampled(
        (
            "UF1-PP1P-TAG3-ISO",
            "AES128ED-UF1-PP0P-STALL-ISO",
            "UF10-PP0P-IN2-ISO",
            "UF10-PP1P-ISO",
            "AES128ED-UF1-PP0P-LAST-CREDIT-ISO",
            "UF1-PP0P-STORED-CREDIT-ISO",
            "UF1-PP1P-EXT-ISO",
            "RF2S-UF1-PP0P-ISO",
            "UF1-PP0P-W32-STALL-ISO",
            "UF1-PP0P-W8-ISO",
            "UF1-PP0P-W8-KS-ISO",
        ),
        {
            "UF1-PP0P-STORED-CREDIT-ISO",
            "UF10-PP0P-IN2-ISO",
            "UF10-PP1P-ISO",
            "AES128ED-UF1-PP0P-LAST-CREDIT-ISO",
            "RF2S-UF1-PP0P-ISO",
            "UF1-PP0P-W8-ISO",
            "AES128ED-UF1-PP0P-STALL-ISO",
            "UF1-PP1P-EXT-ISO",
        },
    ),
)
def test_nothing_enters_without_a_beat(tmp_path: Path, label: str) -> None:
    assert reached(tmp_path, label) == []


@pytest.mark.synth
@pytest.mark.parametrize(
    "label",
    sampled(
        (
            "UF1-PP0P-STALL-ISO",
            "UF1-PP0P-CREDIT-ISO",
            "UF1-PP0P-W32-STALL-ISO",
            "UF1-PP0P-W8-STALL-TAG3-ISO",
            "AES192-UF1-PP0P-W8-STALL-ISO",
        ),
        {"UF1-PP0P-STALL-ISO", "UF1-PP0P-CREDIT-ISO", "AES192-UF1-PP0P-W8-STALL-ISO"},
    ),
)
def test_nothing_enters_while_it_waits(tmp_path: Path, label: str) -> None:
    assert reached(tmp_path, label, waits=True) == []


@pytest.mark.synth
def test_what_enters_while_it_waits_is_found(tmp_path: Path) -> None:
    files = spoilt(tmp_path, "aesculus_narrow.sv", "in_ready_o && en_i;", "in_ready_o;")
    assert len(reached(tmp_path, "UF1-PP0P-W32-STALL-ISO", files, waits=True)) >= 128


@pytest.mark.synth
def test_it_enters_where_the_entry_is_open(tmp_path: Path) -> None:
    assert len(reached(tmp_path, "UF1-PP1P-TAG3")) >= 128
    files = spoilt(
        tmp_path,
        "aesculus_engine.sv",
        "assign open       = !Cfg.isolate || offered.valid;",
        "assign open       = 1'b1;",
    )
    assert len(reached(tmp_path, "UF1-PP1P-TAG3-ISO", files)) >= 128
