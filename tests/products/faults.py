"""That a product's bench finds a mistake in its RTL."""

from collections.abc import Callable
from pathlib import Path

import pytest

from aesculus.design import Design, parse
from aesculus.products.common import plan as plans
from aesculus.products.common.around import Driven
from aesculus.stages.simulation import verify_rtl
from rtl_sources import with_mistake


def assert_found(
    design: Design,
    right: str,
    wrong: str,
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    *,
    among: Callable[[Path], bool],
) -> None:
    """Simulate a product with `wrong` for `right` in its RTL: the bench must not pass it."""
    files = with_mistake(design.sources(), folder, right, wrong, among=among)
    monkeypatch.setattr(type(design), "sources", lambda _self: files)
    found = verify_rtl(design, workdir=folder)
    assert found.reason
    assert "failure" not in found.metrics, found.reason


def assert_found_in(
    phase: str,
    label: str,
    file: str,
    right: str,
    wrong: str,
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Do so with a file of the RTL, and the messages of a phase alone."""
    keep_phases(monkeypatch, phase)
    assert_found_by(label, file, right, wrong, folder, monkeypatch)


def assert_found_by(
    label: str,
    file: str,
    right: str,
    wrong: str,
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Do so with a file of the RTL, and the messages that are planned."""
    assert_found(
        parse(label), right, wrong, folder, monkeypatch, among=lambda path: path.name == file
    )


def assert_right_in(phase: str, label: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Simulate a product as it is with the messages of a phase: the bench must pass it."""
    keep_phases(monkeypatch, phase)
    assert verify_rtl(parse(label), workdir=folder).reason == ""


def keep_phases(monkeypatch: pytest.MonkeyPatch, *names: str) -> None:
    """Leave only phases of these names, and those by which a product is measured, in the plan."""
    whole = plans.plan
    kept = {plans.LONE, plans.STEADY, plans.PACKETS, *names}

    def plan(driven: Driven, *, seed: int, count: int) -> list[plans.Phase]:
        return [each for each in whole(driven, seed=seed, count=count) if each.name in kept]

    monkeypatch.setattr(plans, "plan", plan)
