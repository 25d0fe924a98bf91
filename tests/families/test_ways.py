"""Ways to place and route: data of a family, of which only repeatable options are legal."""

from pathlib import Path

import pytest

from aesculus.families import devices, family_names, ways
from aesculus.families.ways import DEFAULT_WAY, WayError, way_of, ways_of


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(ways, "folder", lambda _name: tmp_path)
    return tmp_path / ways.FILE


@pytest.mark.parametrize("family", family_names())
def test_every_family_has_its_ways_the_default_first(family: str) -> None:
    found = ways_of(family).ways
    assert next(iter(found)) == DEFAULT_WAY
    assert bool(found[DEFAULT_WAY].options) == (family == "ecp5")
    assert len({(way.place, way.routing) for way in found.values()}) == len(found)
    routed = any(
        device.family == family and not device.area_only
        for device in map(devices.load, devices.names())
    )
    assert (len(found) > 1) == routed


def test_an_unknown_way_is_told_with_those_there_are() -> None:
    with pytest.raises(WayError, match=r"unknown way 'fast' for ice40; legal: default, timing, "):
        way_of("ice40", "fast")


def test_a_family_without_a_file_has_the_default_alone(file: Path) -> None:
    assert not file.exists()
    assert list(ways_of("ecp5").ways) == [DEFAULT_WAY]
    assert ways_of("ecp5").output == "--write"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('place = ["--randomize-seed"]', "option '--randomize-seed'; legal here: --placer, "),
        ('place = ["-r"]', "option '-r'"),
        ('place = ["--seed", "3"]', "option '--seed'"),
        ('route = ["--freq", "100"]', "option '--freq'; legal here: --router, "),
        ('route = ["--placer", "sa"]', "option '--placer'"),
        ('more = ["x"]', "more"),
    ],
)
def test_what_a_build_could_not_be_repeated_with_is_refused(
    file: Path, text: str, said: str
) -> None:
    file.write_text(f'[ways.mine]\nsummary = "mine"\n{text}\n')
    with pytest.raises(WayError) as caught:
        ways_of("ecp5")
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)
    assert str(file) in str(caught.value)


def test_the_default_comes_first_wherever_its_file_has_it(file: Path) -> None:
    file.write_text(
        '[ways.a]\nsummary = "a"\n[ways.default]\nsummary = "b"\nplace = ["--placer", "sa"]\n'
    )
    assert list(ways_of("ecp5").ways) == [DEFAULT_WAY, "a"]
    assert way_of("ecp5", DEFAULT_WAY).options == ("--placer", "sa")


def test_turns_are_refused_where_no_sites_are_told(file: Path) -> None:
    file.write_text('[ways.mine]\nsummary = "mine"\nturns = 2\n')
    assert way_of("ecp5", "mine").turns == 2
    with pytest.raises(WayError, match="way 'mine' has turns; legal for ice40: 0") as caught:
        ways_of("ice40")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("turns", ["-1", "21", '"many"'])
def test_turns_out_of_range_are_refused(file: Path, turns: str) -> None:
    file.write_text(f'[ways.mine]\nsummary = "mine"\nturns = {turns}\n')
    with pytest.raises(WayError, match="turns"):
        ways_of("ecp5")
