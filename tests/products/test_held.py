"""Memories that hold a message till it is judged: one message a stream fills them to their end."""

from pathlib import Path

import pytest

from aesculus.design import parse
from aesculus.products.common import plan as plans
from products.faults import assert_found_in, assert_right_in
from samples import first

_MISTAKES = [
    # Places of text, for 64 blocks where there are 128, or for 32.
    ("CCM.UF1-PP0L", "aesculus_ccm.sv", "place: done[HoldW+3:4]", "place: HoldW'(done[9:4])"),
    (
        "GCM-D64.UF1-PP0L",
        "aesculus_gcm_small.sv",
        ".wr_addr_i({held_q[HoldW-1:0], place_q})",
        ".wr_addr_i({HoldW'(held_q[5:0]), place_q})",
    ),
    ("KW-H12.UF1-PP0L", "aesculus_kw.sv", "AddrW'(next_place)", "AddrW'(next_place[6:0])"),
    # What is added to A: steps of a short key alone.
    ("KW-H12.UF1-PP0L", "aesculus_kw.sv", "64'(step_q)", "64'(step_q[8:0])"),
]
"""Label, file, what stands there, and the mistake."""

_RIGHT = (
    *dict.fromkeys(label for label, *_ in _MISTAKES),
    "CCM-H12.UF1-PP0L",
    "CCM-S3.UF1-PP0L",
    "KWP-H12.AES128D-UF1-PP0L",
    "GCM-H8-L8-D64.UF1-PP0L",
    "GCM.RF2-UF1-PP0L",
)


@pytest.mark.parametrize(
    ("label", "bytes_held", "phases"),
    [
        ("CCM.UF1-PP0L", 2048, 2),
        ("CCM-RAW.UF1-PP0L", 0, 0),
        ("GCM.RF2-UF1-PP0L", 4096, 2),
        # A message may have 254 blocks.
        ("GCM-H8-L8-D64.UF1-PP0L", 254 * 16, 2),
        ("GMAC.UF1-PP0L", 0, 0),
        # It unwraps alone.
        ("KW-H3.AES128D-UF1-PP0L", 128, 1),
        ("CTR.UF1-PP0L", 0, 0),
    ],
)
def test_a_message_fills_what_holds_it(label: str, bytes_held: int, phases: int) -> None:
    design = parse(label)
    planned = plans.plan(design, seed=1, count=2)  # type: ignore[arg-type]
    found = [each for each in planned if each.name == plans.HELD]
    assert len(found) == phases
    for each in found:
        for messages in each.streams:
            for message in messages:
                most = max(len(data) for _, data in (*message.parts, *message.expect))
                # A wrapped key has its check beside it.
                assert bytes_held <= most <= bytes_held + 8
                assert not message.faults


@pytest.mark.sim
@pytest.mark.parametrize("label", first(1, _RIGHT))
def test_what_is_held_comes_out(
    label: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert_right_in(plans.HELD, label, tmp_path, monkeypatch)


@pytest.mark.sim
@pytest.mark.parametrize(("label", "file", "right", "wrong"), first(1, _MISTAKES))
def test_what_overwrites_it_is_found(
    label: str, file: str, right: str, wrong: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert_found_in(plans.HELD, label, file, right, wrong, tmp_path, monkeypatch)
