"""What is told of a command line that cannot be read."""

from pathlib import Path

import pytest

from aesculus.api.naming import device_list
from aesculus.cli.app import main


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            "pick --known -d LFE5U-85F-8 --min lut --device=ICE40HX8K",
            "--device is given 2 times: LFE5U-85F-8, ICE40HX8K; give it one value",
        ),
        (
            "explore --space a.toml --space b.toml --space c.toml",
            "--space is given 3 times: a.toml, b.toml, c.toml; give it one value",
        ),
        ("explore -j2 -j 3", "--jobs is given 2 times: 2, 3; give it one value"),
        ("pick -d ICE40HX8K --max-lut 3k", "--max-lut '3k': give a whole number of at least 0"),
        ("explore -j -3", "--jobs '-3': give at least 0"),
        (
            "explore --seeds 99999999999999999999",
            "--seeds '99999999999999999999': give at most 1000",
        ),
        ("pick -d ICE40HX8K --seeds 1001", "--seeds '1001': give at most 1000"),
        (
            "build UF1-PP0T --board ulx3s --seed 2147483648",
            "--seed '2147483648': give at most 2147483647",
        ),
        ("report --port 99999", "--port '99999': give at most 65535"),
        ("report --port x", "--port 'x': give a whole number from 0 to 65535"),
        (
            "close UF1-PP0T -d ICE40HX8K --mhz fast",
            "--mhz 'fast': give a number from 0.1 to 2000",
        ),
        (
            "close UF1-PP0T -d ICE40HX8K --mhz 1e999",
            "--mhz '1e999': give at most 2000",
        ),
        ("export UF1-PP0T -o x --mhz 1_0", "--mhz '1_0': give a number from 0.1 to 2000"),
        ("explore -j 1_0", "--jobs '1_0': give a whole number from 0 to 1024"),
        ("bench headline -j 1_0", "--jobs '1_0': give a whole number from 0 to 1024"),
        ("bench headline -j 1 -j 2", "--jobs is given 2 times: 1, 2; give it one value"),
        ("bench headline -j 1025", "--jobs '1025': give at most 1024"),
        ("explore -j", "--jobs: give a whole number from 0 to 1024"),
        ("close UF1-PP0T --mhz", "--mhz: give a number from 0.1 to 2000"),
        ("store check --store", "--store: give PATH"),
        (
            "pick -d ICE40HX8K --throughput=-1Gbps",
            "throughput '-1Gbps': give more than 0, such as 40Gbps",
        ),
        (
            "build UF1-PP1T -b ulx3s -o bits --mhz 9999",
            "--mhz '9999': give at most 2000",
        ),
        (
            "build UF1-PP1T -b ulx3s -o bits --mhz 800",
            "--mhz 800: the clock network of LFE5U-85F-6 carries at most 257 MHz",
        ),
        (
            "close UF1-PP2B -d LFE5U-25F-6 --seed 3.5",
            "--seed '3.5': give a whole number from 1 to 2147483647",
        ),
        ("space --seed 1.5", "--seed '1.5': give a whole number"),
        ("bench scaling --repeats many", "--repeats 'many': give a whole number of at least 1"),
        ("board x y --blocks 0", "--blocks '0': give at least 1"),
        ("show --frobnicate", "No such option: --frobnicate"),
        ("show --mode CTR", "No such option: --mode (Possible options: --store)"),
        (
            "pick -d ICE40HX8K --mode CTS",
            "--mode 'CTS': label 'CTS', token 1 'CTS': no mode, bus or cipher, each "
            "once and in this order; did you mean XTS or CTR? Legal: modes: CBC, CCM, CFB1, "
            "CFB128, CFB8, CMAC, CTR, ECB, GCM, GMAC, KW, KWP, OFB, XTS; buses: AXIL<bits>, "
            "AXIS<bits>, WB<bits>",
        ),
        (
            "pick -d ICE40HX8K --mode ctr --fix around=GCM",
            "--mode 'ctr' and --fix 'around=GCM': give one of them",
        ),
        (
            "pick -d ICE40HX8K --fix width=8 --fix unroll=10",
            "pick has no legal point with width=8, unroll=10: width 8: a datapath below one round "
            "is a part of one round, not of unroll 10; legal: 128",
        ),
        (
            "pick -d ICE40HX8K --mode xts --fix key_bits=192",
            "pick has no legal point with key_bits=192, around=XTS: XTS.AES192-UF1-PP3B cannot be "
            "built: XTS is around no core with key size 192; legal: 128, 256",
        ),
        (
            "pick -d ICE40HX8K --fix key_schedule=last --fix sbox=tower",
            "pick has no legal point with key_schedule=last, sbox=tower: key_schedule last is the "
            "same as key_schedule online there, as in UF1-PP0T",
        ),
        (
            "pick -d ICE40HX8K --fix width=8 --fix unroll=2 --fix lane_keys=separate",
            "pick has no legal point with width=8, unroll=2, lane_keys=separate: lane_keys "
            "separate: a single lane has nothing to share; legal: shared",
        ),
        (
            "pick -d ICE40HX8K --mode ctr.axis63",
            "pick has no legal point with around=CTR.AXIS63: CTR.AXIS63.UF1-PP3B cannot be built: "
            "AXIS has no width of 63 bits; legal: 8, 16, 32, 64, 128, 256, 512",
        ),
        (
            "pick -d ICE40HX8K --min slices",
            "slices: area on ICE40HX8K is not counted in slices; legal there: throughput, fmax, "
            "fmax_routed_mhz, blocks, efficiency, latency, cycles, lut, lut_count, ff, bram, "
            "lutram_count, switching, path_estimate_ns",
        ),
        (
            "pick -d ICE40HX8K --min speed",
            "no figure 'speed'; legal: throughput, fmax, fmax_routed_mhz, blocks, efficiency, "
            "mbps_per_slice, latency, cycles, lut, lut_count, ff, bram, lutram_count, slices, "
            "switching, path_estimate_ns",
        ),
    ],
)
def test_the_value_is_named_and_what_is_legal(
    words: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(words.split())
    assert ended.value.code == 2
    assert capsys.readouterr().err == f"aesculus: error: {said}\n"


@pytest.mark.parametrize(
    ("words", "option"),
    [
        (("export", "UF1-PP0T", "--out", ""), "--out"),
        (("bench", "headline", "--out", ""), "--out"),
        (("flow", "UF1-PP0T", "-o", ""), "--out"),
        (("show", "--store", ""), "--store"),
        (("store", "merge", ""), "FILE"),
        (("verify-bundle", ""), "PATH"),
        (("explore", "--space", ""), "--space"),
        (("pick", "--space", "", "--device", "ICE40HX8K", "--min", "lut"), "--space"),
        (("explore", "--cluster", ""), "--cluster"),
    ],
)
def test_an_empty_path_is_not_the_folder_that_one_is_in(
    words: tuple[str, ...], option: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(list(words))
    assert ended.value.code == 2
    said = f"Invalid value for {option}: '' names no file or folder"
    assert capsys.readouterr().err == f"aesculus: error: {said}\n"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("show", "--device", ""), "unknown device ''; known: "),
        (("show", "--device", " , "), "unknown device ''; known: "),
        (("log", "UF1-PP0T", "--device", ""), "unknown device ''; known: "),
        (("explore", "--points", "UF1-PP0T", "--device", ""), "unknown device ''; known: "),
        (("board", "bitstream", ""), "PORT '' is none: name one such as /dev/ttyUSB0 or COM3"),
    ],
)
def test_an_empty_value_is_refused(
    words: tuple[str, ...],
    said: str,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as ended:
        main(list(words))
    assert ended.value.code == 2
    err = capsys.readouterr().err
    assert err.startswith(f"aesculus: error: {said}")
    assert err.count("\n") == 1
    assert not list(tmp_path.iterdir())


def test_a_comma_behind_devices_names_none() -> None:
    assert [device.name for device in device_list(["ICE40UP5K,", ""], ())] == ["ICE40UP5K"]
    assert device_list(None, ()) == device_list([], ()) == []


@pytest.mark.parametrize(
    ("words", "name"),
    [
        (("verify-bundle",), "PATH"),
        (("foreign",), "PATH"),
        (("store", "merge"), "FILE"),
        (("show", "--store"), "--store"),
        (("store", "check", "--store"), "--store"),
        (("export", "UF1-PP0T", "--out"), "--out"),
    ],
)
def test_a_name_that_no_file_can_have_is_told_in_short(
    words: tuple[str, ...], name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main([*words, "x" * 300])
    assert ended.value.code == 2
    err = capsys.readouterr().err
    half = "x" * 39
    said = f"{name} {half}…{half}: File name too long: give another name"
    assert err == f"aesculus: error: {said}\n"


@pytest.mark.parametrize("words", [("foreign",), ("verify-bundle",), ("export", "UF1-PP0T", "-o")])
def test_a_long_path_is_told_in_short(
    words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main([*words, "/".join(["x" * 200] * 5)])
    assert ended.value.code == 2
    assert len(capsys.readouterr().err) < 450
