"""Device files and their loader."""

import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from aesculus.cli.app import app
from aesculus.families import DeviceError, devices, family, family_names
from families.devices_page import PAGE, page

ROUTED = {
    *(f"LFE5U-{size}F-{speed}" for size in (25, 45, 85) for speed in (6, 7, 8)),
    *(f"LIFCL-40-{speed}" for speed in (7, 8, 9)),
    *(f"LCMXO2-1200HC-{speed}" for speed in (4, 5, 6)),
    *(f"LCMXO3LF-6900C-{speed}" for speed in (5, 6)),
    *("ICE40HX8K", "ICE40UP5K", "GW2A-18", "CCGM1A1"),
}
AREA_ONLY = {
    *("XC2V2000", "XC2V4000", "XC2V8000", "XCV1000E", "XC5VLX", "XC6SLX150", "XC7V2000T"),
    *("XC7A100T", "XC7K325T", "XC7Z020", "XCKU5P", "5CEBA4"),
}

MINE = """
name = "MINE"
vendor = "Me"
lut_inputs = 4
[synthesis]
family = "ecp5"
variant = "ecp5"
[resources]
luts = 100
ffs = 100
brams = 0
bram_bits = 18432
"""


def test_every_promised_device_is_there() -> None:
    assert set(devices.names()) >= ROUTED | AREA_ONLY
    assert {n for n in devices.names() if not devices.load(n).area_only} >= ROUTED
    assert {n for n in devices.names() if devices.load(n).area_only} >= AREA_ONLY


@pytest.mark.parametrize("name", sorted(ROUTED | AREA_ONLY))
def test_device_is_coherent(name: str) -> None:
    device = devices.load(name.swapcase())
    assert device.name == name
    assert family(device.family).name == device.family
    if device.clock_limit is not None:
        assert device.clock_limit.source
        assert device.clock_limit_mhz == device.clock_limit.mhz
    if device.slice is not None and device.resources.slices is not None:
        assert device.resources.slices * device.slice.luts == device.resources.luts
        assert device.resources.slices * device.slice.ffs == device.resources.ffs


def test_speeds_share_a_file_and_differ_in_router_and_limit() -> None:
    slow, fast = devices.load("LFE5U-85F-6"), devices.load("LFE5U-85F-8")
    assert slow.resources == fast.resources
    assert slow.router is not None
    assert fast.router is not None
    assert slow.router.args[-2:] == ("--speed", "6")
    assert fast.router.args[-2:] == ("--speed", "8")
    assert (slow.clock_limit_mhz or 0) < (fast.clock_limit_mhz or 0)


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("LFE5U-85F", "near: LFE5U-85F-6"),
        ("xc2v400", "near: XC2V4000"),
        ("", "known: 5CEBA4, CCGM1A1"),
    ],
)
def test_unknown_device_names_the_nearest(name: str, hint: str) -> None:
    with pytest.raises(DeviceError, match=re.escape(hint)) as caught:
        devices.load(name)
    assert "\n" not in str(caught.value)


def test_own_devices_are_added(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(MINE)
    monkeypatch.setenv("AESCULUS_DEVICES", str(tmp_path))
    assert devices.load("mine").resources.luts == 100
    assert devices.load("XC2V4000").vendor == "Xilinx"


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (MINE.replace("luts = 100", "luts = -1"), r"resources\.luts"),
        (MINE.replace('family = "ecp5"', 'family = "asic"'), r"synthesis\.family"),
        (MINE + "colour = 1\n", r"resources\.colour"),
        (MINE.replace('vendor = "Me"\n', ""), "vendor"),
        ("name = [", r"mine\.toml"),
        (
            MINE + '[speeds.1]\nrouter_args = []\n[speeds.1.clock_limit]\nmhz = 1\nsource = ""\n'
            "checked = true\n",
            "without a router",
        ),
    ],
)
def test_bad_file_is_one_line_with_the_place(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, text: str, complaint: str
) -> None:
    (tmp_path / "mine.toml").write_text(text)
    monkeypatch.setenv("AESCULUS_DEVICES", str(tmp_path))
    with pytest.raises(DeviceError, match=complaint) as caught:
        devices.names()
    assert "\n" not in str(caught.value)


def test_folder_of_own_devices_must_exist(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("AESCULUS_DEVICES", str(tmp_path / "nowhere"))
    for ask in (devices.names, lambda: devices.known("LFE5U-85F-8")):
        with pytest.raises(DeviceError, match="is no folder"):
            ask()


def test_a_name_without_a_device_is_none_where_files_may_come_from_elsewhere() -> None:
    assert devices.known("") is None
    assert devices.known("SOMEBODYS-OWN") is None
    assert devices.known("lfe5u-85f-8") == devices.load("LFE5U-85F-8")


def test_two_files_may_not_name_one_device(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text(MINE)
    (tmp_path / "b.toml").write_text(MINE.replace("MINE", "Mine"))
    monkeypatch.setenv("AESCULUS_DEVICES", str(tmp_path))
    with pytest.raises(DeviceError, match="a second device named Mine"):
        devices.names()


def test_a_device_holds_what_its_resources_allow() -> None:
    device = devices.load("LFE5U-25F-6")
    assert device.holds({"area_luts": 24_288, "ff_count": 24_288, "bram_count": 56})
    assert device.holds({})
    for name, count in {"area_luts": 24_289, "ff_count": 24_289, "bram_count": 57}.items():
        assert not device.holds({name: count})


def test_an_estimated_area_rules_nothing_out() -> None:
    assert devices.load("XC2V4000").holds({"area_luts": 1e9})


def test_a_design_with_block_rams_meets_their_limit_too() -> None:
    device = devices.load("XC7V2000T")
    assert device.clock_limit is not None
    assert device.block_ram_limit is not None
    assert device.block_ram_limit.mhz < device.clock_limit.mhz
    assert device.clock_limit_of(brams=0) == device.clock_limit
    assert device.clock_limit_of(brams=1) == device.block_ram_limit
    unknown = device.model_copy(update={"clock_limit": None, "block_ram_limit": None})
    assert unknown.clock_limit_of(brams=1) is None


@pytest.mark.parametrize("name", devices.names())
def test_every_limit_says_where_it_is_from_and_none_passes_for_checked(name: str) -> None:
    device = devices.load(name)
    for limit in (device.clock_limit, device.block_ram_limit, device.dsp_limit):
        if limit is not None:
            assert limit.source
            # A checked one names the document by title and number, and the table.
            assert limit.checked == ("Table" in limit.source)
            assert limit.checked or "from memory" in limit.source


def test_the_page_of_devices_says_what_their_files_say() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert page(text) == text
    for device in devices.packaged():
        assert f"`{device.name}`" in text


ROUTED_MINE = MINE + '[router]\ntool = "nextpnr-ecp5"\nargs = ["--25k"]\n'


@pytest.mark.parametrize(
    ("text", "named"),
    [
        (MINE.replace('variant = "ecp5"', r'variant = "ecp5\n!id > x\n"'), "synthesis.variant"),
        (
            MINE.replace('variant = "ecp5"', 'variant = "ecp5; shell id"'),
            r"synthesis\.variant: give a text of the form .*, not 'ecp5; shell id'",
        ),
        (MINE.replace('variant = "ecp5"', 'variant = "-noabc9"'), "synthesis.variant"),
        (MINE.replace('"Me"', r'"\u001b[2J"'), "vendor"),
        (MINE.replace("lut_inputs", 'notes = "a\\nb"\nlut_inputs'), "notes"),
        *(
            (ROUTED_MINE.replace('"--25k"', args), "router.args")
            for args in (
                '"--25k", "--run", "x.py"',
                '"--25k", "x.py"',
                '"--log", "x"',
                '"--log=x"',
                '"-l", "x"',
                '"--25k=x"',
                '"--package"',
                '"--package", "--run"',
                '"--package", "a b"',
                '"--speed", "9"',
                '"--router", "router2 "',
                '"--textcfg", "x"',
                '"--", "x.py"',
                r'"--25k\n"',
            )
        ),
        (ROUTED_MINE + 'pins = { clk_i = "A1} ; exec id" }\n', "router.pins.clk_i"),
        (
            ROUTED_MINE + '[speeds.6]\nrouter_args = ["--pre-pack", "x.py"]\n'
            'clock_limit = { mhz = 1, source = "", checked = false }\n',
            r"speeds\.6\.router_args: '--pre-pack'",
        ),
        (ROUTED_MINE + '[speeds."6;exec"]\nrouter_args = []\n', "speeds"),
        (MINE + '[tools.vivado]\npart = "x[exec id]"\n', "tools.vivado.part"),
        (MINE + '[tools.vivado]\npart = "x{a}"\n', "tools.vivado.part"),
        (MINE + '[tools.nextpnr-xilinx]\npart = "a/../../x"\n', "tools.nextpnr-xilinx.part"),
        (MINE + '[tools.quartus]\npart = "x"\nfamily = "a\\"; exec id"\n', "tools.quartus.family"),
    ],
)
def test_no_text_of_a_device_file_commands_a_tool(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, text: str, named: str
) -> None:
    (tmp_path / "mine.toml").write_text(text)
    monkeypatch.setenv("AESCULUS_DEVICES", str(tmp_path))
    with pytest.raises(DeviceError, match=named) as caught:
        devices.names()
    said = str(caught.value)
    assert said.isprintable()
    assert re.search(r"legal|give (one line of|a) text|is missing", said)
    result = CliRunner().invoke(app, ["devices"])
    assert result.exit_code == 2
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize("name", family_names())
def test_no_option_of_a_router_names_a_file(name: str) -> None:
    """Routers run Python, read and write files by these options of theirs."""
    files = ("--run", "--log", "-l", "--write", "--json", "--report", "--sdf", "--sdc", "--textcfg")
    more = ("--pre-pack", "--pre-place", "--pre-route", "--post-route", "--on-failure", "--asc")
    vopts = (["--vopt", "cst=x"], ["--vopt", "ccf=x"], ["-o", "cst=x"], ["--chipdb", "/x.bin"])
    for args in (*([option, "x"] for option in (*files, *more)), *vopts, ["x"], [""]):
        with pytest.raises(ValueError, match="legal"):
            family(name).check_router_args(args)


def test_notes_are_no_markup(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    text = MINE.replace('"Me"', '"[bold]Me"').replace("lut_inputs", 'notes = "[/x]"\nlut_inputs')
    (tmp_path / "mine.toml").write_text(text)
    monkeypatch.setenv("AESCULUS_DEVICES", str(tmp_path))
    monkeypatch.setenv("COLUMNS", "400")
    result = CliRunner().invoke(app, ["devices"])
    assert result.exit_code == 0, result.stderr
    assert "[bold]Me" in result.stdout
    assert "[/x]" in result.stdout
