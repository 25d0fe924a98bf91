"""Flat Verilog: one module with the core's ports, its memories with what is in them."""

import re
from pathlib import Path

import pytest

from aesculus.ciphers.aes.space import parse
from aesculus.design import parse_build
from aesculus.stages.flat import flat_verilog
from aesculus.tools import yosys

pytestmark = pytest.mark.synth


def test_a_point_is_one_plain_module(tmp_path: Path) -> None:
    source = flat_verilog(parse("UF1-PP1B-W8"), workdir=tmp_path, module="my_core")
    assert re.findall(r"^module (\w+)", source, re.MULTILINE) == ["my_core"]
    assert "(*" not in source
    assert re.search(r"\boutput \[127:0\] out_block_o;", source)
    # The S-box of 1 and that of 255 are in the memory.
    for address, value in ((1, 0x7C), (255, 0x16)):
        assert re.search(rf"\[{address}\] = 8'h{value:02x};", source)


_READ = [
    "UF1-PP1D-W8",
    "AES128ED-UF1-PP1P-STORED-CREDIT",
    "KW.UF1-PP0P-W8",
    "CTR.AXIL32.UF1-PP0P-W8",
]


@pytest.mark.parametrize("label", _READ)
def test_a_verilog_reader_takes_it(tmp_path: Path, label: str) -> None:
    source = flat_verilog(parse_build(label).design, workdir=tmp_path)
    assert re.findall(r"^\s*\\\$\w+", source, re.MULTILINE) == [], "cells of Yosys"
    lines = ["read_verilog flat.v", "hierarchy -check -top aesculus_point", "check -assert"]
    yosys.run_script(lines, workdir=tmp_path, timeout_s=120)
