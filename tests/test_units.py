"""Quantities as people type them."""

import shutil
import subprocess

import pytest

from aesculus import units
from aesculus.errors import InputError
from project.sources import ROOT

_LEFT = "left: ; @$(REMAINING)"
_LEAST_S = 30


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("40Gbps", 40),
        ("40 gbit/s", 40),
        ("900Mbps", 0.9),
        ("1.5Tbps", 1500),
        ("5GB/s", 40),
        ("2 Gbytes/s", 16),
        ("1000 Mbit/s", 1),
        ("500 kbps", 0.0005),
        ("3 Gb/s", 3),
        ("2 GBIT/S", 2),
        ("1 kB/s", 8e-6),
    ],
)
def test_gbps(text: str, value: float) -> None:
    assert units.gbps(text) == pytest.approx(value)


@pytest.mark.parametrize(
    ("text", "value"), [("300ns", 300), ("1.5us", 1500), (".5 µs", 500), ("900ps", 0.9)]
)
def test_nanoseconds(text: str, value: float) -> None:
    assert units.nanoseconds(text) == pytest.approx(value)


@pytest.mark.parametrize(
    ("text", "value"), [("10m", 600), ("2h", 7200), ("90s", 90), ("90", 90), ("1h30m", 5400)]
)
def test_seconds(text: str, value: float) -> None:
    assert units.seconds(text) == value


@pytest.mark.parametrize(
    "text",
    [
        *("", "Gbps", "40", "40W", "0Gbps", "-1Gbps", "1e", "4.0.1Gbps", "9" * 400 + "Gbps"),
        *("1_0Gbps", "-Gbps", "--1Gbps"),
    ],
)
def test_bad_throughput(text: str) -> None:
    with pytest.raises(InputError):
        units.gbps(text)


@pytest.mark.parametrize("text", ["10GBPS", "10 GBps", "10Bps", "10gBps"])
def test_what_may_be_bits_or_bytes_is_refused(text: str) -> None:
    with pytest.raises(InputError, match=r"could be bits or bytes: write [KG]?bps or [KG]?B/s"):
        units.gbps(text)


def test_a_unit_that_is_missing_is_told() -> None:
    with pytest.raises(InputError, match=r"'700': the unit is missing: write it as 40Gbps"):
        units.gbps("700")
    with pytest.raises(InputError, match=r"'300': the unit is missing: write it as 300ns"):
        units.nanoseconds("300")


def test_a_number_without_an_end_is_refused_in_a_line() -> None:
    with pytest.raises(InputError, match="no number is so large") as told:
        units.seconds("9" * 400 + "h")
    assert len(str(told.value)) < 200


def test_a_quantity_below_nothing_is_told_the_bound() -> None:
    for text in ("-1Gbps", "-.5Gbps", "0Gbps"):
        with pytest.raises(InputError, match=f"'{text}': give more than 0, such as 40Gbps"):
            units.gbps(text)
    with pytest.raises(InputError, match="'-1ns': give more than 0, such as 300ns"):
        units.nanoseconds("-1ns")


@pytest.mark.parametrize("text", ["1Ms", "2MS"])
def test_a_capital_m_is_no_thousandth(text: str) -> None:
    with pytest.raises(InputError, match=f"'{text}': unknown unit"):
        units.nanoseconds(text)


@pytest.mark.parametrize("text", ["3nS", "3NS", "3Ns", "3uS", "3µS", "3mS", "3S"])
def test_other_units_of_time_are_known_in_any_case(text: str) -> None:
    assert units.nanoseconds(text) == units.nanoseconds(text.lower())


@pytest.mark.parametrize("text", ["1e99h", "1e3", "2E5"])
def test_a_budget_with_an_exponent_is_no_time(text: str) -> None:
    with pytest.raises(InputError, match=f"budget '{text}' is no time"):
        units.seconds(text)


def test_a_budget_beyond_all_runs_is_refused() -> None:
    assert units.seconds("10000d") == 864e6
    with pytest.raises(InputError, match="no run takes so long: give at most 10,000d"):
        units.seconds("10001d")


def test_a_budget_below_nothing_is_told_as_one() -> None:
    with pytest.raises(InputError, match="'-5m': give more than 0"):
        units.seconds("-5m")


@pytest.mark.parametrize(
    "text", ["", "m", "0s", "-5m", "5 parsecs", "10m!", "1h,3m", "10m5", "1h 30"]
)
def test_bad_budget(text: str) -> None:
    with pytest.raises(InputError):
        units.seconds(text)


@pytest.mark.skipif(shutil.which("make") is None, reason="there is no make")
@pytest.mark.parametrize(
    "text",
    [
        *("10m", "10", "1.5h", "1h30m", "1h 30m", "90sec", "5min", "2H", "2d", "0.5h"),
        *("0", "0m", "soon", "1.h", "-5m", "5 parsecs", "1h,3m", ""),
    ],
)
def test_make_takes_the_same_budgets(text: str) -> None:
    try:
        wanted = units.seconds(text)
    except InputError:
        wanted = 0.0
    done = subprocess.run(
        ["make", "-s", "--eval", _LEFT, "left", f"BUDGET={text}"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode == 0) == (wanted > 0), done.stderr
    if wanted:
        # What passed since make started is taken off.
        assert 0 <= max(wanted, _LEAST_S) - float(done.stdout) < 20
