"""The command that pages and campaigns quote."""

import sys

import pytest

from aesculus.studies import made


def test_options_that_decide_no_figure_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    words = [
        "x",
        "bench",
        "headline",
        "--store",
        "/a/b.db",
        "--jobs=2",
        "-j",
        "4",
        "--out",
        "d",
        "--count",
        "3",
    ]
    monkeypatch.setattr(sys, "argv", words)
    assert made.typed() == "aesculus bench headline --count 3"
