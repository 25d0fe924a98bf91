"""Reports that a person brings, in the tools' formats, written for these tests."""

# Reports have long lines.

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

from aesculus.cli.app import app
from aesculus.export.brought import listed
from vendor_reports import (
    DIAMOND_AREA,
    DIAMOND_TIMING,
    GOWIN_TIMING,
    QUARTUS_AREA,
    QUARTUS_FIT,
    QUARTUS_TIMING,
    RADIANT_AREA,
    RADIANT_TIMING,
    VIVADO_AREA,
    VIVADO_CORE,
    VIVADO_TIMING,
)

_QUARTUS_SUMMARY = """\
Fitter Status : Successful - Fri Jan  5 10:00:00 2024
Quartus Prime Version : 22.1std.0 Build 915 10/25/2022 SC Lite Edition
Device : 5CEBA4F23C7
Logic utilization (in ALMs) : 1,022 / 18,480 ( 6 % )
Total registers : 1203
Total RAM Blocks : 5 / 308 ( 2 % )
"""
_REGIONS = """
| Site Type       | SLR0 | SLR1 | SLR0 % | SLR1 % |
| CLB LUTs        | 1000 |  622 |   0.33 |   0.20 |
|   LUT as Logic  |  990 |  600 |   0.33 |   0.20 |
|   LUT as Memory |   10 |   22 |   0.00 |   0.00 |
| CLB Registers   | 1000 |  203 |   0.17 |   0.03 |
| Block RAM Tile  |    2 |  0.5 |   0.15 |   0.02 |
"""
_PASSED = "|   LUT used exclusively as pack-thrus |   78 |\n| Slice Registers"


def _other_luts(logic: str) -> str:
    whole = int(logic.replace(",", "")) + 32
    return VIVADO_AREA.replace("1,590", logic).replace("1622", str(whole))


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("AESCULUS_STORE", raising=False)
    return tmp_path


def _call(*texts: str, label: str = "uf1-pp1t") -> tuple[int, str, str]:
    names = []
    for number, text in enumerate(texts):
        path = Path(f"report{number}.rpt")
        path.write_text(text, encoding="utf-8")
        names.append(str(path))
    result = CliRunner().invoke(app, ["import-report", *names, "--label", label, "--json"])
    return result.exit_code, result.stdout, result.stderr


@pytest.mark.parametrize(
    ("texts", "wanted"),
    [
        (
            (VIVADO_AREA, VIVADO_TIMING),
            {
                "tool": "vivado",
                "version": "2023.2",
                "part": "xc7a100tcsg324-1",
                "lut_count": 1590,
                "lutram_count": 32,
                "ff_count": 1203,
                "bram_count": 2.5,
                "fmax_mhz": pytest.approx(1000 / 5.25),
                "core_alone": False,
            },
        ),
        (
            (VIVADO_AREA, VIVADO_CORE),
            {
                "lut_count": 1290,
                "lutram_count": 32,
                "ff_count": 403,
                "bram_count": 2.5,
                "fmax_mhz": None,
                "core_alone": True,
            },
        ),
        (
            (QUARTUS_AREA, QUARTUS_TIMING),
            {
                "tool": "quartus",
                "part": "5CEBA4F23C7",
                "lut_count": 1022,
                "ff_count": 1203,
                "bram_count": 5,
                "fmax_mhz": 168.11,
            },
        ),
        (
            (RADIANT_TIMING, RADIANT_AREA),
            {
                "tool": "radiant",
                "version": "2023.1.0.43.3",
                "part": "LIFCL-40-9BG400C",
                "lut_count": 2740,
                "ff_count": 1203,
                "bram_count": 5,
                "fmax_mhz": 192.308,
            },
        ),
    ],
)
def test_reports_are_read(texts: tuple[str, ...], wanted: dict[str, object]) -> None:
    code, out, err = _call(*texts)
    assert code == 0, err
    (row,) = json.loads(out)
    assert {name: row[name] for name in wanted} == wanted
    assert row["brought"] is True
    assert row["label"] == "UF1-PP0T"


_WHOLE = "legal: a whole number of at least 0 and below"
_CLOCK = "legal: above 0 and at most 2,000 MHz, written without commas"


@pytest.mark.parametrize(
    ("texts", "said"),
    [
        *(
            ((VIVADO_AREA.replace("1203", wrong),), f"registers is {wrong!r}; {_WHOLE}")
            for wrong in ("1,5,9,0", "1,59", "1,5900", ",590", "1_590", "1e3", "+5", "\u0661\u0665")
        ),
        ((VIVADO_AREA.replace(" 2.5", " 2,5"),), "Block RAM Tile is '2,5'; legal: a number of at"),
        ((VIVADO_TIMING.replace("5.000  ", "5,000  "),), "0 clocks in its Clock Summary"),
        (
            (VIVADO_TIMING.replace("-0.250", "4.9999999"),),
            "makes 9,999,999,972 MHz; legal: at most",
        ),
        ((VIVADO_TIMING.replace("-0.250", "-1e2"),), "WNS is '-1e2'; legal: a number of ns"),
        ((VIVADO_TIMING.replace("-0.250", "-\u0661"),), "WNS is '-\u0661'; legal: a number of ns"),
        ((RADIANT_TIMING.replace("192.", "192,"),), f"is '192,308 MHz'; {_CLOCK}"),
        ((RADIANT_TIMING.replace("192.308", "1e2"),), f"is '1e2 MHz'; {_CLOCK}"),
        ((RADIANT_TIMING.replace("192.308", "2000.1"),), f"is '2000.1 MHz'; {_CLOCK}"),
        ((RADIANT_TIMING.replace("192.308", "0.000"),), f"is '0.000 MHz'; {_CLOCK}"),
        ((RADIANT_TIMING + RADIANT_TIMING.replace("192.308 MHz", ""),), f"is ''; {_CLOCK}"),
        ((DIAMOND_TIMING.replace("187.", "187,"),), f"is '187,512 MHz'; {_CLOCK}"),
        ((GOWIN_TIMING.replace("148.", "148,"),), f"is '148,250 MHz'; {_CLOCK}"),
        ((QUARTUS_TIMING.replace("168.11 MHz ;", "           ;", 1),), f"core_clk is ''; {_CLOCK}"),
        ((QUARTUS_TIMING.replace("168.11 MHz ;", "168,11 MHz ;", 1),), f"'168,11 MHz'; {_CLOCK}"),
        ((QUARTUS_TIMING.replace("168.11 MHz ;", "168.11 Hz  ;", 1),), f"'168.11 Hz'; {_CLOCK}"),
        (
            (QUARTUS_TIMING.replace("171.35 MHz      ;", "N/A             ;"),),
            f"Restricted Fmax of core_clk is 'N/A'; {_CLOCK}",
        ),
        (
            (
                "Quartus Prime\n 7. Slow A Fmax Summary\n 8. Slow B Fmax Summary\n" * 2
                + QUARTUS_TIMING,
            ),
            "2 of 4 tables of Fmax: is it a whole report?",
        ),
        (
            (QUARTUS_AREA.replace("Successful", "Failed"),),
            "Fitter Status is 'Failed'; legal: 'Successful'",
        ),
        ((QUARTUS_AREA.replace("Fitter Status", "Letter Status"),), "Fitter Status is 'not told'"),
        ((QUARTUS_FIT[: len(QUARTUS_FIT) // 2],), "no table of entities: is it a whole report"),
        (
            (VIVADO_TIMING.replace("Routed", "Synthesized"),),
            "the timing is of a design that is 'Synthesized'; legal: 'Routed'",
        ),
        (
            (VIVADO_AREA, _other_luts("1,000")),
            "of several runs: look-up tables 1,000 and 1,590",
        ),
        (
            (VIVADO_CORE, VIVADO_CORE.replace(" 403 ", " 404 ")),
            "several runs: registers 403 and 404",
        ),
        (
            (_other_luts("1,000"), VIVADO_CORE),
            "of several runs: look-up tables 1,290 and 1,000 and 1,590",
        ),
        ((_other_luts("1,600"), VIVADO_CORE), "look-up tables 1,290 and 1,590 and 1,600"),
        ((VIVADO_AREA.replace("1203", "5000"), VIVADO_CORE), "registers 403 and 1,203 and 5,000"),
        ((VIVADO_AREA.replace(" 2.5", " 3.5"), VIVADO_CORE), "block RAMs 2.5 and 2.5 and 3.5"),
        (
            (QUARTUS_FIT, _QUARTUS_SUMMARY.replace("1,022", "1,500"), QUARTUS_TIMING),
            "look-up tables 890 and 1,022 and 1,500",
        ),
        (
            (_QUARTUS_SUMMARY.replace(": 1203", ": 1204"), QUARTUS_FIT),
            "registers 678 and 1,203 and 1,204",
        ),
        (
            (QUARTUS_FIT.replace("1022.0 (", "3022.0 ("),),
            "ALMs are 1,022 in its summary and 3,022 at the top of its table of entities",
        ),
        (
            (QUARTUS_FIT.replace("1203 (525)", "1303 (525)"),),
            "registers are 1,203 in its summary and 1,303 at the top",
        ),
        (
            (QUARTUS_FIT.replace("; 5     ; |harness            ;", "; 6     ; |harness ;"),),
            "block RAMs are 5 in its summary and 6 at the top",
        ),
        (
            (_QUARTUS_SUMMARY + "Total registers : 9999\n",),
            "Total registers is '1203' and '9999'; legal: one of them",
        ),
        (
            (QUARTUS_AREA.replace("; Total RAM", "; Total registers ; 9999 ;\n; Total RAM"),),
            "Total registers is '1203' and '9999'; legal: one of them",
        ),
        *(
            ((text.replace("Routed", state),), f"the area is of a design that is '{state}'")
            for text in (VIVADO_AREA, VIVADO_CORE)
            for state in ("Synthesized", "Optimized", "Partially Placed")
        ),
        ((VIVADO_AREA.replace("Routed", "Synthesized"), VIVADO_TIMING), "legal: 'Routed' or 'Ful"),
        (
            (VIVADO_AREA.replace(" 2.5", " 2.3"),),
            "Block RAM Tile is '2.3'; legal: a number of wholes and halves",
        ),
        (
            (VIVADO_AREA + "| Slice Registers | 9999 | 0 | 0 | 126800 | 7.89 |\n",),
            "registers is 1,203 and 9,999; legal: the same in every row of it",
        ),
        (
            (VIVADO_CORE + VIVADO_CORE.splitlines()[-2].replace(" 403 ", " 404 ") + "\n",),
            "several rows of the instance u_core",
        ),
        *(
            ((VIVADO_AREA.replace(" 1622 ", f" {wrong} "),), f"Slice LUTs is {wrong!r}; legal: ")
            for wrong in ("1700", "16,22", ",622", "99999", "-1622", "")
        ),
        (
            (
                VIVADO_AREA,
                VIVADO_TIMING.replace("| Design State", "| Speed File : -2\n| Design State"),
            ),
            "of several runs: speed grade -1 and -2",
        ),
        (
            (
                DIAMOND_AREA,
                DIAMOND_TIMING.replace("85F,8", "85F,6").replace("LFE5U-85F", "LFE5U-85F"),
            ),
            "of several runs: speed grade 6 and 8",
        ),
        (("a letter",), "of no known tool"),
        (("",), "of no known tool"),
        ((VIVADO_AREA[: VIVADO_AREA.index("| Slice Registers")],), "no row 'Slice Registers"),
        ((VIVADO_AREA.replace("1203", "12o3"),), "registers is '12o3'; legal: a whole number"),
        (
            (VIVADO_AREA.replace("1203", "-5"),),
            "registers is '-5'; legal: a whole number of at least 0 and below 1,000,000,000",
        ),
        (
            (VIVADO_AREA.replace("1203", "9" * 23),),
            f"is '{'9' * 23}'; legal: a whole number of at ",
        ),
        ((VIVADO_AREA.replace("1203", "nan"),), "registers is 'nan'"),
        ((VIVADO_AREA.replace("1203", "1.5"),), "legal: a whole number of at least 0 and below"),
        ((VIVADO_CORE.replace("u_core", "u_more"),), "no whole row of the instance u_core"),
        ((VIVADO_CORE.replace("RAMB18", "RAMB9"),), "no column 'RAMB18'"),
        ((VIVADO_TIMING.replace("WNS", "XXX"),), "no WNS in it"),
        ((VIVADO_TIMING.replace("-0.250", "NA"),), "WNS is 'NA'"),
        ((VIVADO_TIMING.replace("-0.250", "nan"),), "WNS is 'nan'; legal: a number of ns"),
        ((VIVADO_TIMING.replace("-0.250", "-inf"),), "WNS is '-inf'"),
        ((VIVADO_TIMING.replace("-0.250", "-1e308"),), "legal: a number of ns, at most 1,000,000"),
        ((VIVADO_AREA.replace("v.2023.2", "v." + "9" * 5000),), "version: "),
        ((VIVADO_TIMING.replace("-0.250", "7.0"),), "is more than the period of 5 ns"),
        (
            (VIVADO_TIMING + "other  {0.000 2.000}      4.000           250.000\n",),
            "2 clocks in its Clock Summary",
        ),
        ((QUARTUS_AREA.replace("Total registers", "Total letters"),), "whole fitter summary"),
        ((QUARTUS_TIMING[: QUARTUS_TIMING.index("; 168")],), "no clock in its table of Fmax"),
        ((QUARTUS_TIMING.replace("core_clk", "other", 1),), "clocks core_clk, other"),
        ((RADIANT_AREA.replace("LUT4s", "LUT5s"),), "no 'Number of LUT4s'"),
        (("Lattice Mapping Report\n" + "\n" * 500_000,), "no 'Number of LUT4s'"),
        ((RADIANT_TIMING.replace("192.308", "x"),), "the actual frequency is 'x MHz'"),
        ((VIVADO_AREA, QUARTUS_TIMING), "of several runs: tool quartus and vivado"),
        (
            (VIVADO_AREA, VIVADO_TIMING.replace("xc7a100t", "xc7a35t")),
            "of several runs: part xc7a100tcsg324-1 and xc7a35tcsg324-1",
        ),
        ((VIVADO_TIMING, VIVADO_TIMING.replace("-0.250", "0.100")), "several clocks"),
    ],
)
def test_malformed_reports_are_refused(texts: tuple[str, ...], said: str, place: Path) -> None:
    code, _, err = _call(*texts)
    assert code == 2
    assert said in json.loads(err)["error"]["message"]
    assert len(err.splitlines()) == 1
    assert not (place / ".aesculus").exists()


def test_a_corner_in_another_unit_is_read() -> None:
    code, out, err = _call(QUARTUS_TIMING.replace("168.11 MHz ;", "0.1607 GHz ;", 1))
    assert code == 0, err
    assert json.loads(out)[0]["fmax_mhz"] == pytest.approx(160.7)


@pytest.mark.parametrize(
    "texts",
    [
        (VIVADO_AREA + _REGIONS, VIVADO_CORE),
        (VIVADO_AREA + "| Site Type | Used |\n| LUT as Logic | 1590 |\n", VIVADO_CORE),
        (VIVADO_AREA, VIVADO_CORE + "|     u_core | inner | 9 | 9 | 0 | 0 | 9 | 0 | 0 | 0 |\n"),
        (VIVADO_AREA.replace("Routed", "Fully Placed"), VIVADO_TIMING),
        (VIVADO_CORE.replace("Routed", "Physopt postRoute"), VIVADO_TIMING),
        (VIVADO_AREA.replace(" 1622 ", " 1700 ").replace("| Slice Registers", _PASSED),),
        (QUARTUS_FIT, _QUARTUS_SUMMARY, QUARTUS_TIMING),
        (QUARTUS_FIT.replace("1022.0 (", "1021.5 ("), QUARTUS_TIMING),
        (QUARTUS_FIT.replace("1203 (525)                ; 0 (0) ", "1200 (522) ; 3 (0) "),),
    ],
)
def test_totals_that_agree_are_taken(texts: tuple[str, ...]) -> None:
    code, _, err = _call(*texts)
    assert code == 0, err


@pytest.mark.parametrize(("corner", "reached"), [("171.35", 150.0), ("168.11", 90.0)])
def test_a_restricted_clock_of_any_corner_counts(corner: str, reached: float) -> None:
    found = f"{corner} MHz      ;"
    text = QUARTUS_TIMING.replace(found, f"{reached:.2f} MHz".ljust(len(found) - 1) + ";")
    assert text != QUARTUS_TIMING
    code, out, err = _call(text)
    assert code == 0, err
    assert json.loads(out)[0]["fmax_mhz"] == reached


@pytest.mark.parametrize("end", [28, 50])
def test_a_fitter_report_cut_short_is_never_taken_for_another(end: int) -> None:
    """What is read of it is what is read of the whole one, or nothing."""
    (whole,) = json.loads(_call(QUARTUS_FIT)[1])
    for at in range(len(QUARTUS_FIT) // end, len(QUARTUS_FIT), len(QUARTUS_FIT) // end):
        code, out, err = _call(QUARTUS_FIT[:at])
        assert (code == 2 and len(err.splitlines()) == 1) or (
            json.loads(out)[0]["lut_count"] == whole["lut_count"]
        )


def test_a_full_disk_is_told_with_the_folder(place: Path, full_disk: Callable[[str], None]) -> None:
    kept = place / ".aesculus/brought"
    full_disk(r"/brought/\w+\.new$")
    code, out, err = _call(VIVADO_AREA)
    told = json.loads(err)["error"]["message"]
    assert (code, out) == (1, "")
    assert told == "no space left on the disk of .aesculus/brought: free some and run again"
    assert list(kept.iterdir()) == []


def test_files_of_one_name_are_kept_apart(place: Path) -> None:
    paths = [place / folder / "impl.rpt" for folder in ("area", "timing")]
    for path, text in zip(paths, (VIVADO_AREA, VIVADO_TIMING), strict=True):
        path.parent.mkdir()
        path.write_text(text, encoding="utf-8")
    names = [path.relative_to(Path.cwd()).as_posix() for path in paths]
    result = CliRunner().invoke(app, ["import-report", *names, "--label", "UF1-PP1T"])
    assert result.exit_code == 0, result.stderr
    (told,) = listed(place / ".aesculus" / "store.db")
    assert list(told.files) == ["impl.rpt", "timing/impl.rpt"]


def test_without_any_it_says_how_one_is_kept(place: Path) -> None:
    result = CliRunner().invoke(app, ["import-report"])
    assert result.exit_code == 0
    assert result.stdout.startswith("No report is kept yet: `aesculus import-report FILE --label")
    assert json.loads(CliRunner().invoke(app, ["import-report", "--json"]).stdout) == []
    assert not (place / ".aesculus").exists()


def test_they_are_kept_once_and_apart(place: Path) -> None:
    for _ in range(2):
        assert _call(VIVADO_AREA, VIVADO_TIMING)[0] == 0
    assert _call(QUARTUS_AREA)[0] == 0
    result = CliRunner().invoke(app, ["import-report"])
    lines = result.stdout.splitlines()
    assert len(lines) == 4
    assert "quartus" in lines[2]
    assert (
        "| UF1-PP0T | xc7a100tcsg324-1 | vivado 2023.2 | 1,590 | 1,203 | 2.5 | 190.5 |" in lines[3]
    )
    # The store has none of it.
    assert not (place / ".aesculus" / "store.db").exists()
    next((place / ".aesculus" / "brought").glob("*.json")).write_text("{}")
    result = CliRunner().invoke(app, ["import-report"])
    assert result.exit_code == 1
    assert "is damaged" in result.stderr


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("tool", "xilinx\n| mine |"),
        ("lut_count", -1),
        ("lut_count", True),
        ("lut_count", 10**13),
        ("ff_count", "5"),
        ("bram_count", -0.5),
        ("bram_count", float("inf")),
        ("fmax_mhz", float("inf")),
        ("fmax_mhz", float("nan")),
        ("fmax_mhz", 192308.0),
        ("fmax_mhz", 0.0),
        ("part", "x" * 401),
        ("core_alone", "yes"),
        ("more", 1),
        ("label", ["UF1"]),
        ("files", {"a.rpt": 5}),
        ("noted", "2999-01-01T00:00:00Z"),
        ("noted", "2025-01-01T00:00:00"),
        ("format", 2),
        ("format", True),
    ],
)
def test_what_no_report_says_is_refused(name: str, value: object, place: Path) -> None:
    assert _call(VIVADO_AREA, VIVADO_TIMING)[0] == 0
    path = next((place / ".aesculus" / "brought").glob("*.json"))
    told = json.loads(path.read_text())
    within = told if name in {"label", "files", "noted", "format"} else told["figures"]
    within[name] = value
    # Python writes infinity as other readers of JSON write a number that is too large.
    path.write_text(json.dumps(told).replace("Infinity", "1e999"))
    for arguments in ([], ["--json"]):
        result = CliRunner().invoke(app, ["import-report", *arguments])
        assert result.exit_code == 1
        assert f"{path.name} is damaged: " in result.stderr
        assert name in result.stderr
        assert len(result.stderr.splitlines()) == 1


@pytest.mark.parametrize("name", ["part", "version"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\x0b", "\u2028", "\x85"])
def test_a_text_begins_no_line_of_its_own(name: str, end: str, place: Path) -> None:
    assert _call(VIVADO_AREA, VIVADO_TIMING)[0] == 0
    path = next((place / ".aesculus" / "brought").glob("*.json"))
    told = json.loads(path.read_text())
    told["figures"][name] = f"a{end}| UF9 | mine |"
    told["label"] = f"UF1-PP0T{end}| UF9 | mine |"
    path.write_text(json.dumps(told))
    result = CliRunner().invoke(app, ["import-report"])
    assert result.exit_code == 0
    assert len(result.stdout.splitlines()) == 3


@pytest.mark.timeout(60)
@pytest.mark.parametrize("make", [os.mkfifo, os.mkdir], ids=["fifo", "folder"])
def test_what_is_no_file_among_them(make: Callable[[Path], None], place: Path) -> None:
    folder = place / ".aesculus" / "brought"
    folder.mkdir(parents=True)
    make(folder / "0.json")
    result = CliRunner().invoke(app, ["import-report"])
    assert result.exit_code == 1
    assert "0.json is damaged: " in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_a_label_is_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "x.rpt"
    path.write_text(VIVADO_AREA)
    result = CliRunner().invoke(app, ["import-report", str(path)])
    assert result.exit_code == 2
    assert "--label" in result.stderr
    assert CliRunner().invoke(app, ["import-report", "--label", "UF1-PP1T"]).exit_code == 2
    gone = CliRunner().invoke(app, ["import-report", "gone.rpt", "--label", "UF1-PP1T"])
    assert gone.exit_code == 2
    assert "gone.rpt" in gone.stderr
