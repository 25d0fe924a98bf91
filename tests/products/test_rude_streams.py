"""AXI4-Stream with holes anywhere, and with header bytes that a tame sender never sends."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from aesculus.design import parse
from aesculus.products.buses.axis import driver as axis
from aesculus.products.buses.axis.driver import AxisDriver
from aesculus.products.common import plan as plans
from aesculus.products.common.messages import Fault, Kind, Message
from aesculus.stages.simulation import verify_rtl
from products.faults import assert_found_by, keep_phases

pytestmark = pytest.mark.sim

_IV, _TAG = 1, 2
"""Bytes of a header that have a length."""
_TOO_LONG = (
    (_IV, 16 + 1),
    (_IV, 32 + 12),
    (_IV, 255),
    (_TAG, 32 + 4),
    (_TAG, 32 + 16),
    (_TAG, 255),
)
_RESERVED = (3, 12, 13, 14, 15)

_TAGGED, _WIDE, _PLAIN = "GCM-D8.AXIS64.UF1-PP0P-W8", "CTR.AXIS512.UF1-PP0L", "CTR.AXIS64.UF1-PP0L"


@pytest.fixture(autouse=True)
def _rude(monkeypatch: pytest.MonkeyPatch) -> None:
    random = Random(7)
    tame_header, tame_broken, tame_line = (
        axis.header_bytes, AxisDriver.broken, AxisDriver._line
    )  # fmt: skip

    def header_bytes(message: Message, key: bytes) -> bytes:
        data = bytearray(tame_header(message, key))
        data[0] |= random.randrange(256) & 0xFE
        for place in _RESERVED:
            data[place] = random.randrange(256)
        if ":" in message.header:
            place, value = map(int, message.header.split(":"))
            data[place] = value
        return bytes(data)

    def broken(self: AxisDriver, good: Message) -> Iterator[Message]:
        yield from tame_broken(self, good)
        for place, value in _TOO_LONG:
            # Without a tag its length counts for nothing.
            if place == _IV or good.tag_bytes:
                fault = Fault.IV if place == _IV else Fault.LENGTH
                yield replace(
                    good,
                    source="misuse",
                    item=f"header: byte {place} is {value}",
                    expect=((Kind.TEXT, b""),),
                    auth=False,
                    faults=frozenset({fault}),
                    header=f"{place}:{value}",
                )

    def line(
        self: AxisDriver,
        data: bytes,
        stream: int,
        user: int,
        *,
        last: bool = False,
        hole: bool = False,
    ) -> str:
        told = tame_line(self, data, stream, user, last=last, hole=hole)
        if not hole or len(data) == 1:
            return told
        # Byte 0 is where the tame one has its holes.
        at = random.randrange(1, len(data) - 1) if len(data) > 2 else 0
        keep = (1 << len(data)) - 1 - (1 << at)
        words = told.split(" ")
        return " ".join([*words[:2], f"{keep:x}", *words[3:]])

    monkeypatch.setattr(axis, "header_bytes", header_bytes)
    monkeypatch.setattr(AxisDriver, "broken", broken)
    monkeypatch.setattr(AxisDriver, "_line", line)


@pytest.mark.parametrize("label", [_TAGGED, _WIDE, _PLAIN])
def test_what_a_rude_sender_sends_is_refused_or_ignored(
    label: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep_phases(monkeypatch, plans.MISUSE, plans.RANDOM)
    assert verify_rtl(parse(label), workdir=tmp_path).reason == ""


@pytest.mark.parametrize(
    ("label", "file", "right", "wrong"),
    [
        # A tag of 36 bytes becomes one of 4, an IV of 44 one of 12.
        (
            _TAGGED,
            "aesculus_axis_header.sv",
            "tag_bytes_o = tag_len > 8'd31 ? 5'd31 : tag_len[4:0]",
            "tag_bytes_o = tag_len[4:0]",
        ),
        (
            _TAGGED,
            "aesculus_axis_header.sv",
            "bad_q || iv_len > 8'd16 ? 5'd31",
            "bad_q ? 5'd31",
        ),
        (
            _PLAIN,
            "aesculus_axis.sv",
            "s_holes         = (s_axis_tkeep_i & (s_axis_tkeep_i + 1'b1)) != '0",
            "s_holes         = s_axis_tkeep_i != '0 && !s_axis_tkeep_i[0]",
        ),
        (
            _WIDE,
            "aesculus_axis.sv",
            "s_holes         = (s_axis_tkeep_i & (s_axis_tkeep_i + 1'b1)) != '0",
            "s_holes         = s_axis_tkeep_i != '0 && !s_axis_tkeep_i[0]",
        ),
        (_PLAIN, "aesculus_axis_header.sv", "&hdr_tkeep_i", "hdr_tkeep_i[0]"),
        (
            _TAGGED,
            "aesculus_axis_header.sv",
            "decrypt_o   = flags[0];",
            "decrypt_o   = flags != '0;",
        ),
    ],
)
def test_a_fault_that_a_tame_sender_does_not_find_is_found(
    label: str,
    file: str,
    right: str,
    wrong: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    keep_phases(monkeypatch, plans.MISUSE, plans.RANDOM)
    assert_found_by(label, file, right, wrong, tmp_path, monkeypatch)
