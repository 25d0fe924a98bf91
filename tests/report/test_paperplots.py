"""The pictures of the papers: each side in its own units."""

from typing import Any
from xml.etree import ElementTree as ET

import pytest

from aesculus.papers import ids
from aesculus.papers.beside import beside
from aesculus.report.paperplots import PaperPicture, paper_pictures
from aesculus.report.plots import Mark, Picture, pair_svg


def measured(label: str, luts: int, rate: float, **changes: Any) -> dict[str, Any]:
    figures = {"fmax_mhz": 100.0, "throughput_gbps": rate, "latency_ns": 50.0, "lut_count": luts}
    return {"label": label, "device": "LFE5U-85F-8", **figures, **changes}


ROWS = [
    measured("UF1-PP0B", 900, 1.3, netlist_verified=True),
    measured("UF10-PP2B", 9000, 12.8),
    measured("UF1-PP0L-STORED", 6000, 0.9),
    measured("UF10-C911F-IN2", 20000, 17.0),
]


def words(picture: PaperPicture) -> str:
    return " ".join(ET.fromstring(picture.svg).itertext())


@pytest.mark.parametrize("paper", ids())
def test_a_paper_stands_beside_ours_and_no_axis_has_two_units(paper: str) -> None:
    pictures = {each.name: each for each in paper_pictures(paper, beside(paper, ROWS))}
    assert set(pictures) == {"throughput-over-area", "latency-over-area", "efficiency"}
    for picture in pictures.values():
        assert "ours, LFE5U-85F-8" in words(picture)
    rates = words(pictures["throughput-over-area"])
    assert "area / LUT" in rates
    # Farooq prints the figures of no design of its own with its area.
    assert (f"{paper}, as published" in rates) == (paper != "farooq2016")
    unit = "area / LUTs and registers" if paper == "asu" else "area / slices"
    assert (unit in rates) == (paper != "farooq2016")


def test_what_cannot_be_built_is_crossed_and_has_no_bar() -> None:
    found = paper_pictures("zambreno2004", beside("zambreno2004", ROWS))
    assert "cannot be built" in words(found[0])
    assert "UF5-PP0B" not in words(found[2])
    assert "UF5-PP2B" in words(found[2])


def test_without_measurements_only_the_paper_is_drawn() -> None:
    assert paper_pictures("farooq2016", beside("farooq2016")) == []
    rates, efficiency = paper_pictures("asu", beside("asu"))
    assert "ours" not in words(rates) + words(efficiency)


def test_tables_used_as_memory_are_area() -> None:
    def drawn(luts: int, **more: int) -> list[PaperPicture]:
        row = measured("UF1-PP0B", luts, 1.3, **more)
        return paper_pictures("asu", beside("asu", [row]))

    assert drawn(700, lutram_count=200) == drawn(900)
    assert drawn(700) != drawn(900)


def test_names_in_pictures_are_text_not_markup() -> None:
    picture = Picture("$x^2$ <b>&", "area", "y", True, [Mark(1, 1, "<i>$n$", "odd")])
    words = list(ET.fromstring(pair_svg([picture], "p")).itertext())
    assert "$x^2$ <b>&" in words
    assert "<i>$n$" in words
