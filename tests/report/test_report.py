"""What people and machines read out of rows."""

import csv
import io
import json

import pytest
from rich.console import Console, RenderableType

from aesculus.metrics import Row
from aesculus.report.columns import named as named_columns
from aesculus.report.csvout import to_csv
from aesculus.report.jsonout import row_objects, to_json
from aesculus.report.marks import pareto_marks
from aesculus.report.plots import Mark, frontier_of
from aesculus.report.standing import frontier_marks
from aesculus.report.table import show_table
from report.rows import ROWS, estimated, routed


def shown(content: RenderableType, width: int = 200) -> str:
    console = Console(width=width, file=io.StringIO(), force_terminal=False)
    console.print(content)
    stream = console.file
    assert isinstance(stream, io.StringIO)
    return stream.getvalue()


def test_marks_compare_rows_of_one_device_only() -> None:
    assert pareto_marks(ROWS) == [True, True, False, True, True, False, False]
    assert pareto_marks([]) == []


def test_each_mode_has_a_frontier_of_its_own() -> None:
    better, worse = routed("CBC.UF1-PP1T", 2.0, 50.0, 100), routed("CTR.UF1-PP1T", 1.0, 60.0, 200)
    core = routed("UF1-PP1T", 0.5, 70.0, 300)
    assert pareto_marks([better, worse, core]) == [True, False, False]
    modes = ("CBC", "CTR", "")
    apart = [
        row.model_copy(update={"design": {**row.design, **({"mode": mode} if mode else {})}})
        for row, mode in zip((better, worse, core), modes, strict=True)
    ]
    assert pareto_marks(apart) == [True, True, True]
    assert frontier_marks(apart, [True] * 3) == ["best"] * 3
    assert frontier_marks(apart, [True, False, False]) == ["best", "would", "would"]


def test_the_table_marks_and_explains() -> None:
    text = shown(show_table(ROWS))
    lines = {
        label: next(x for x in text.splitlines() if label in x)
        for label in ("UF1-PP1T", "UF2-PP1T", "UF2-PP2T", "UF5-PP1T", "UF1-PP0B")
    }
    assert "●" in lines["UF1-PP1T"]
    assert "○" in lines["UF2-PP1T"]
    assert "RTL only" in lines["UF2-PP1T"]
    assert not {"●", "○"} & set(lines["UF2-PP2T"])
    assert "200.0*" in lines["UF5-PP1T"]
    assert "≈ 405" in lines["UF1-PP0B"]
    assert "limited by the device's clock network" in text
    assert "<script>alert(1)</script>" in text.replace("\n", "")
    assert "slices" not in shown(show_table(ROWS[:3]))
    assert shown(show_table([])) == "No results on a device yet.\n"


def test_json_and_csv_say_the_same() -> None:
    objects = json.loads(to_json(ROWS))
    assert objects == [{**each, "reference": False} for each in row_objects(ROWS)]
    wanted = "label design device verified netlist_verified status fmax_mhz fmax_routed_mhz"
    wanted += " clock_limit_mhz blocks_per_cycle latency_cycles latency_ns throughput_gbps"
    wanted += " lut_count ff_count bram_count seeds tools pareto"
    assert set(wanted.split()) <= set(objects[0])
    lines = list(csv.DictReader(io.StringIO(to_csv(ROWS))))
    assert [line["label"] for line in lines] == [row.label for row in ROWS]
    assert (lines[0]["fmax_mhz"], lines[4]["fmax_mhz"]) == ("200.0", "")
    assert lines[0]["seeds"] == "7 8"
    assert lines[0]["tools"] == "yosys=0.60"
    assert [line["pareto"] == "true" for line in lines] == pareto_marks(ROWS)


@pytest.mark.parametrize("reason", ["=1+1", "+1", "-1", "@sum", "\t=1"])
def test_no_text_of_a_store_is_a_formula(reason: str) -> None:
    (line,) = csv.DictReader(io.StringIO(to_csv([ROWS[0].model_copy(update={"reason": reason})])))
    assert line["reason"] == f"'{reason}"


def test_the_frontier_drawn_leaves_out_what_cannot_be_built() -> None:
    marks = [
        Mark(100, 5.0, "a", "bram"),
        Mark(200, 9.0, "b", "bram"),
        Mark(150, 4.0, "worse", "rom"),
        Mark(90, 99.0, "no", "rom", buildable=False),
    ]
    assert [mark.name for mark in frontier_of(marks, maximise=True)] == ["a", "b"]
    assert [mark.name for mark in frontier_of(marks, maximise=False)] == ["a", "worse"]


def _lines(rows: list[Row], width: int) -> list[str]:
    text = shown(show_table(rows), width)
    assert max(map(len, text.splitlines())) <= width
    return text.splitlines()


SMALL = routed(
    "AES256ED-UF14-C1ffT-G5ac-STORED-CREDIT", 0.0384, 9000.0, 310, status="partial", n_seeds=1
)


@pytest.mark.parametrize("width", [60, 80, 120, 200])
def test_the_table_is_good_at_every_width(width: int) -> None:
    """No line is wrapped or cut: a design, its rate and its area stand in one line."""
    lines = _lines([*ROWS, SMALL], width)
    for row in (*ROWS[:4], SMALL):
        line = next(x for x in lines if f" {row.label} " in x)
        assert f"{row.lut_count:,}" in line
    assert "38.4 M" in " ".join(lines)


def test_wider_tables_say_more() -> None:
    heads = []
    for width in (80, 120, 200):
        lines = _lines([*ROWS, SMALL], width)
        start = next(n for n, line in enumerate(lines) if line.startswith("LFE5U-85F-8: "))
        heads.append(next(line for line in lines[start + 1 :] if "design" in line).split())
    assert {"MHz", "bit/s", "LUT", "BRAM"} <= set(heads[0])
    assert len(heads[0]) < len(heads[1]) < len(heads[2])


def test_the_area_on_a_device_without_a_router_is_told_to_be_an_estimate() -> None:
    text = shown(show_table([estimated("UF1-PP0B", 405)]), 200)
    head = next(line for line in text.splitlines() if "it has" in line)
    assert head.endswith("BRAM; areas are estimates of synthesis")


def test_the_table_is_grouped_by_device_and_shares_are_of_the_device() -> None:
    text = shown(show_table([*ROWS, SMALL]), 200)
    heads = [line for line in text.splitlines() if " design" in line and "it has" in line]
    assert [head.partition(":")[0] for head in heads] == sorted({row.device for row in ROWS})
    assert "it has 83,640 LUT" in text
    assert any(head.endswith(" BRAM") for head in heads)
    row = routed("UF9-PP3T", 3.0, 60.0, 41820)
    line = next(x for x in shown(show_table([row]), 80).splitlines() if "UF9-PP3T" in x)
    assert " 50 " in f"{line} "


def test_columns_are_as_named() -> None:
    text = shown(show_table([ROWS[0]], named_columns("lut%, design,cycles")), 80)
    (head,) = [line for line in text.splitlines() if "design" in line and "it has" not in line]
    assert head.split() == ["%", "design", "cycles"]


def test_many_reasons_are_counted() -> None:
    bad = [
        Row(label=f"UF{n}-PP3L", design={}, device="d", status="failed", reason="no")
        for n in range(1, 31)
    ]
    text = shown(show_table(bad), 100)
    assert text.count(" on d: no") == 20
    assert "… and 10 more; `aesculus log LABEL`" in text
