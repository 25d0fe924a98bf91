"""What is in a bundle: only what the design is made of, all of it with its licence."""

import json
import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from typer.testing import CliRunner

from aesculus.ciphers.aes.space import parse
from aesculus.cli.app import app, main
from aesculus.design import Build, parse_build
from aesculus.design.ports import used_ports
from aesculus.errors import RunError
from aesculus.export.bundle import Bundle
from aesculus.export.diagrams import can_draw
from aesculus.export.elaborate import elaborate, used
from aesculus.export.evidence import Evidence
from aesculus.export.ports import channels, loose
from aesculus.metrics import Row, rows
from aesculus.store import Store
from designs.conftest import Found
from export.conftest import Made, make, routed_row
from project.sources import ROOT
from project.test_rtl_lint import _verilator_lint
from samples import sampled

_POINTS = (
    "UF1-PP0T",
    "UF2-PP3B-CREDIT-TAG4",
    "UF1-PP1T-W8",
    "AES256-UF1-PP1L-W32-STALL",
    "AES256ED-UF14-PP2T-STORED",
    "AES192ED-UF1-PP1B-EXT",
    "UF1-PP1P-FIXED",
    "RF2S-UF2-PP1T",
    "AES192ED-UF5-PP3F-LAST",
    "AES128D-UF1-PP1C",
    "UF1-PP1W",
    "AES128ED-UF1-PP1N",
    "UF1-PP1D-KL",
    "CTR.UF1-PP1T-W8",
    "GCM.AXIS32.UF1-PP1L",
    "CBC.AXIL32.AES128D-UF1-PP1T",
    "XTS.WB32.UF1-PP1T",
    "CCM.WB32.UF1-PP1T",
)
_LONG = {
    "AES256ED-UF14-PP2T-STORED",
    "AES192ED-UF5-PP3F-LAST",
    "RF2S-UF2-PP1T",
    "CTR.UF1-PP1T-W8",
    "GCM.AXIS32.UF1-PP1L",
    "XTS.WB32.UF1-PP1T",
}


@pytest.mark.parametrize(("label", "too_large"), [("UF1-PP0T", True), ("UF1-PP3T", False)])
@pytest.mark.usefixtures("made")
def test_what_is_larger_than_its_device_is_exported_and_said_to_be(
    tmp_path: Path, label: str, too_large: bool
) -> None:
    folder, device = tmp_path / "core", "ICE40UP5K"
    line = ["export", label, "--device", device, "--out", str(folder)]
    done = CliRunner().invoke(app, [*line, "--store", str(tmp_path / "store.db")])
    assert done.exit_code == 0
    with Store.open(tmp_path / "store.db") as store:
        (row,) = rows(store)
    assert row.lut_count is not None
    text = (folder / "README.md").read_text("utf-8")
    assert (row.lut_count > 5280) is too_large
    if not too_large:
        assert "does not fit" not in done.stderr + text
        return
    count, over = row.lut_count, row.lut_count - 5280
    said = f"{label} on {device} does not fit: {count:,} LUT, {over:,} more than 5,280"
    # A remark is as wide as the terminal.
    assert " ".join(done.stderr.split()).endswith(f"{said}; it is exported all the same")
    assert f"\n{said}. Another device may have room for it.\n" in text


def test_every_file_names_its_licence(made: Made, tmp_path: Path) -> None:
    folder = tmp_path / "core"
    folder.mkdir()
    names = made("UF2-PP3T-CREDIT").write(folder)
    assert sorted(names) == sorted(
        path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()
    )
    for name in set(names) - {"LICENSE"}:
        head = (folder / name).read_text(encoding="utf-8")[:200]
        assert re.search(r'SPDX-License-Identifier"?: "?Apache-2\.0', head), name
    assert (folder / "LICENSE").read_bytes() == (ROOT / "LICENSE").read_bytes()


@pytest.mark.parametrize(
    ("label", "pages"),
    [
        ("UF1-PP1T", set()),
        ("CTR.UF1-PP1T", {"modes"}),
        ("GCM.AXIS32.UF1-PP1L", {"modes", "gcm"}),
        ("CTR.AXIL32.UF1-PP1T", {"modes", "registers", "registers-table"}),
    ],
)
def test_what_ports_mean_goes_with_a_product(made: Made, label: str, pages: set[str]) -> None:
    files = made(label).files()
    found = {name: text for name, text in files.items() if re.fullmatch(r"docs/.*\.md", name)}
    assert set(found) == {f"docs/{page}.md" for page in pages}
    for name, text in found.items():
        assert name in files["README.md"]
        assert text.startswith("<!-- SPDX-License-Identifier: Apache-2.0 -->\n#")
        linked = re.findall(r"\]\(([^)#]+)", text)
        assert {f"docs/{link}" for link in linked} <= set(files), name


def test_the_contract_of_core_json(made: Made) -> None:
    bundle = made("UF2-PP3T-CREDIT")
    files = bundle.files()
    core = json.loads(files["core.json"])
    assert core["top"] == "aesculus_uf2_pp3t_credit"
    assert core["files"][-1] == "aesculus_uf2_pp3t_credit.sv"
    assert set(core["files"]) <= set(files)
    assert f"module {core['top']} (" in files[core["files"][-1]]
    assert core["parameters"] == bundle.point.design.parameters
    assert len(core["ports"]) == 18
    assert (core["latency_cycles"], core["blocks_per_cycle"]) == (11, "1/10")
    assert core["design"]["flow"] == "credit"
    assert core["wrapper"]["top"] not in "".join(files[name] for name in core["files"])


@pytest.mark.sim
@pytest.mark.parametrize("label", sampled(_POINTS, _LONG))
def test_only_what_is_used_and_lint_clean(label: str, made: Made, tmp_path: Path) -> None:
    bundle = made(label)
    wrapper = bundle.files()[bundle.wrapper]
    for name, text in {**bundle.sources, bundle.wrapper: wrapper}.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    paths = [tmp_path / name for name in (*bundle.sources, bundle.wrapper)]
    assert not _verilator_lint(paths, bundle.lean)
    assert not _verilator_lint(paths[:-1], bundle.top)
    told = elaborate(paths, bundle.lean)
    assert told.clean
    assert used(paths, told.modules) == paths
    assert "rtl/core/aesculus_core_checks.sv" not in bundle.sources


@pytest.mark.sim
def test_each_module_is_needed(made: Made, tmp_path: Path) -> None:
    paths = []
    for name, text in made("UF1-PP1T-W8").sources.items():
        paths.append(tmp_path / Path(name).name)
        paths[-1].write_text(text, encoding="utf-8")
    modules = [path for path in paths[:-1] if not path.name.endswith("_pkg.sv")]
    assert len(modules) > 5
    for left_out in modules:
        with pytest.raises(RunError):
            elaborate([path for path in paths if path != left_out], paths[-1].stem)


def test_a_narrow_core_has_no_ring(made: Made) -> None:
    names = set(made("UF1-PP0T-W8").sources)
    assert "rtl/narrow/aesculus_narrow_seamless.sv" in names
    assert not {"rtl/core/aesculus_ring.sv", "rtl/narrow/aesculus_narrow_column.sv"} & names


@pytest.mark.parametrize(
    ("label", "dropped"),
    [
        ("UF1-PP0T", "in_decrypt_i out_ready_i key_valid_i key_ready_o key_i round_key_i"),
        ("AES128ED-UF1-PP1T-STALL", "key_valid_i key_ready_o key_i round_key_i"),
        ("UF1-PP1T-STORED", "in_decrypt_i in_key_i out_ready_i round_key_i"),
        ("UF1-PP1T-EXT", "in_decrypt_i in_key_i out_ready_i key_valid_i key_ready_o key_i"),
    ],
)
def test_ports_that_are_used(label: str, dropped: str) -> None:
    point = parse(label)
    kept = [port.name for port in used_ports(point)]
    assert [port.name for port in point.ports() if port.name not in dropped.split()] == kept


def test_channels_by_name() -> None:
    ports = used_ports(parse("UF1-PP1T-STORED-STALL"))
    found = {channel.name: channel for channel in channels(ports)}
    assert {name: channel.sends for name, channel in found.items()} == {
        "in": False,
        "out": True,
        "key": False,
    }
    assert [port.name for port in found["key"].payload] == ["key_i"]
    assert [port.name for port in found["in"].payload] == ["in_block_i", "in_tag_i"]
    assert found["out"].ready == "out_ready_i"
    assert not loose(ports)
    assert [port.name for port in loose(used_ports(parse("UF1-PP1T-EXT")))] == ["round_key_i"]


def test_the_readme_has_figures_and_how_to_repeat_them(made: Made) -> None:
    bundle = made("UF1-PP3T")
    evidence = Evidence(bundle.evidence.rtl, bundle.evidence.netlist, [routed_row("UF1-PP3T")])
    text = Bundle(Build(bundle.point.design), evidence).files()["README.md"]
    for told in (
        "| LFE5U-85F-8 | 2,472 | 32 | 403 | 0 | 181, 188, 190 | 2.40 | verified |",
        "placer seeds 3, 5, 8, 13, 21",
        "aesculus explore --points UF1-PP3T --device LFE5U-85F-8 --seeds 5",
        "nextpnr-ecp5 0.11.1",
        bundle.point.digest,
        bundle.evidence.netlist.key,
    ):
        assert told in text
    assert "was not measured" not in text


def _with_rows(bundle: Bundle, *rows: Row, mhz: float | None = None) -> dict[str, str]:
    evidence = Evidence(bundle.evidence.rtl, bundle.evidence.netlist, rows)
    return Bundle(bundle.point, evidence, mhz=mhz).files()


def test_constraints_have_clock_and_recovery(made: Made) -> None:
    bundle = made("UF1-PP3T")
    files = _with_rows(bundle, routed_row("UF1-PP3T"), mhz=187.5)
    name = f"constraints/{bundle.lean}"
    for kind in ("xdc", "sdc", "pdc"):
        text = files[f"{name}.{kind}"]
        assert re.search(
            r"^create_clock -name core_clk -period 5\.333 \[get_ports .*clk_i", text, re.M
        )
        assert re.search(r"^set_input_delay -clock core_clk -max 1\.067 .*rst_ni", text, re.M)
        assert re.search(r"^set_input_delay -clock core_clk -min 0\.0 .*rst_ni", text, re.M)
        assert "set_false_path" not in text
    assert re.search(r'^FREQUENCY PORT "clk_i" 187\.500 MHZ;$', files[f"{name}.lpf"], re.M)
    assert re.search(r'^INPUT_SETUP PORT "rst_ni" 4\.267 ns HOLD', files[f"{name}.lpf"], re.M)
    assert re.search(r'^CLOCK_LOC "clk_i" BUFG = CLK;$', files[f"{name}.cst"], re.M)


@pytest.mark.parametrize(
    ("changes", "mhz", "asked", "told"),
    [
        ({}, None, "181.000", "181.0 MHz is the slowest of 5 placer seeds on"),
        ({"clock_limit_mhz": 150.0}, None, "150.000", "150 MHz is the limit of the clock network"),
        ({}, 90.0, "90.000", "90 MHz was asked for"),
        ({"device": "ICE40HX8K"}, None, "100.000", "is a guess: no route of this design on LFE5U"),
        ({"fmax_routed_min": None}, None, "100.000", "is a guess"),
    ],
)
def test_the_clock_to_ask_for_is_what_every_seed_reached_on_the_device_of_the_netlist(
    made: Made, changes: dict[str, object], mhz: float | None, asked: str, told: str
) -> None:
    bundle = made("UF1-PP3T")
    known = routed_row("UF1-PP3T").model_copy(update=changes)
    # More seeds on another device say nothing of this one.
    other = known.model_copy(update={"device": "GW2A-18", "n_seeds": 99, "fmax_routed_min": 1.0})
    text = _with_rows(bundle, other, known, mhz=mhz)[f"constraints/{bundle.lean}.lpf"]
    assert f'FREQUENCY PORT "clk_i" {asked} MHZ;' in text
    assert told in text


@pytest.mark.parametrize("mhz", ["nan", "-1", "0", "1e-9", "inf", "5000000"])
def test_a_clock_that_cannot_be_is_refused(
    tmp_path: Path, mhz: str, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "core"
    with pytest.raises(SystemExit) as ended:
        main(["export", "UF1-PP1B-W8", "--out", str(out), "--mhz", mhz])
    assert ended.value.code == 2
    legal = "(a number from 0.1 to 2000|at least 0.1|at most 2000)"
    assert re.search(f"--mhz '{re.escape(mhz)}': give {legal}$", capsys.readouterr().err)
    assert not out.exists()


def test_a_clock_that_the_device_does_not_carry_is_refused(made: Made, tmp_path: Path) -> None:
    made("UF1-PP3T")  # verified, so that nothing has to run
    out, store = tmp_path / "core", tmp_path / "store.db"
    asked = ["export", "UF1-PP3T", "--out", str(out), "--mhz", "900", "--store", str(store)]
    result = CliRunner().invoke(app, asked)
    assert result.exit_code == 2
    assert "carries at most" in result.stderr
    assert not out.exists()


def test_a_bundle_without_a_route_speaks_of_no_median(made: Made) -> None:
    bundle = made("UF1-PP3T")
    unrouted = routed_row("UF1-PP3T").model_copy(update={"fmax_routed_mhz": None})
    assert "median clock" in _with_rows(bundle, routed_row("UF1-PP3T"))["README.md"]
    assert "median clock" not in _with_rows(bundle, unrouted)["README.md"]


@pytest.mark.parametrize("estimate", [False, True])
def test_no_line_of_the_readme_ends_with_a_blank(made: Made, estimate: bool) -> None:
    row = routed_row("UF1-PP3T").model_copy(update={"estimate": estimate})
    text = _with_rows(made("UF1-PP3T"), row)["README.md"]
    assert ("An estimate is synthesis alone" in text) == estimate
    assert [line for line in text.splitlines() if line != line.rstrip()] == []


def test_pictures(made: Made) -> None:
    files = made("UF1-PP3T-STALL").files()
    assert ("docs/timing.svg" in files) == can_draw()
    for name in [name for name in ("docs/ports.svg", "docs/timing.svg") if name in files]:
        assert ET.fromstring(files[name]).tag.endswith("svg")
    assert "out_ready_i" in files["docs/ports.svg"]
    assert "round_key_i" not in files["docs/ports.svg"]
    drawn = json.loads(files["docs/timing.json"])
    waves = {line["name"]: line for line in drawn["signal"]}
    assert waves["in_valid_i"]["wave"].startswith("01")
    assert len({len(line["wave"]) for line in waves.values()}) == 1
    assert drawn["edge"] == ["a~>b 11 cycles"]
    assert "11 cycles" in files.get("docs/timing.svg", "11 cycles")
    assert ("](docs/timing.svg)" in files["README.md"]) == can_draw()


def test_a_product_goes_through_the_same_door(made: Made, found_in: Found) -> None:
    found_in(ROOT / "tests/designs/one_mode")
    files = made("COUNTER.UF1-PP0T").files()
    core = json.loads(files["core.json"])
    assert core["label"] == "COUNTER.UF1-PP0T"
    assert "rtl/counter/aesculus_counter.sv" in core["files"]
    assert [port["name"] for port in core["wrapper"]["ports"]] == [
        port["name"] for port in core["ports"]
    ]
    # It does not say what to send, so it has no bench; its handshakes are asserted all the same.
    assert not [name for name in files if name.startswith("sim/")]
    assert "make test" not in files["README.md"]
    assertions = files["sva/aesculus_counter_uf1_pp0t_lean_assertions.sv"]
    assert "out_stable_out_block_o" in assertions
    assert "quiet :" not in assertions


def test_the_bench_in_icarus_says_where_the_flat_form_is(bundle: Path) -> None:
    done = make(bundle, "icarus")
    assert done.returncode != 0
    assert "aesculus export UF1-PP3T --flat writes it" in done.stdout


@pytest.mark.parametrize("target", ["test", "cocotb"])
def test_without_a_bench_the_makefile_says_so(made: Made, tmp_path: Path, target: str) -> None:
    label = "CTR.AXIL32.UF1-PP1T"
    made(label).write(tmp_path / "core")
    done = make(tmp_path / "core", target)
    assert done.returncode != 0
    assert (
        f"no bench comes with this design: aesculus verify {parse_build(label).label}"
        in done.stdout
    )
