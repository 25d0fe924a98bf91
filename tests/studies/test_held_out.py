"""The log of held-out spaces: what stands there stays, and what is not in it judges nothing."""

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from aesculus.errors import InputError, RunError
from aesculus.search import spacefile
from aesculus.studies.held_out import log
from aesculus.studies.held_out import study as held_out
from aesculus.studies.held_out.study import HeldOut, HeldOutOptions
from aesculus.studies.measure import study as measure
from aesculus.studies.measure.table import MeasuredSpace, read
from aesculus.studies.scoreboard.compete import compete
from aesculus.studies.scoreboard.study import Scoreboard
from project.sources import ROOT
from search_tables import standin_table

_TINY = """
version = 1
name = "{name}"
devices = ["LFE5U-25F-6"]
objectives = ["throughput_gbps", "area_luts"]
axes = {{ unroll = {unroll} }}
"""


@pytest.fixture
def spaces(monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """Two held-out spaces that can be changed."""
    texts = {name: _TINY.format(name=name, unroll="[1, 2]") for name in ("one", "two")}
    for module in (log, measure):
        monkeypatch.setattr(module, "load", lambda name: spacefile.loads(texts[name]))
    for module in (held_out, measure):
        monkeypatch.setattr(module, "HELD_OUT", tuple(texts))
    return texts


def test_entries_are_added_and_never_changed(
    place: Path, spaces: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    options = HeldOutOptions(out=place)
    HeldOut().run(options)
    first = log.read(place)
    assert [(entry.space, entry.points) for entry in first] == [("one", 2), ("two", 2)]
    HeldOut().run(options)
    assert log.read(place) == first
    # A strategy that was changed is frozen anew, but not for what is measured.
    (place / "two.csv.gz").write_bytes(b"measured")
    monkeypatch.setattr(log, "strategy_digest", lambda: "changed")
    assert "the strategy was changed since one was held out" in log.fault(first, "one")
    HeldOut().run(options)
    again = log.read(place)
    assert again[:2] == first
    assert [(entry.space, entry.strategy_digest) for entry in again[2:]] == [("one", "changed")]
    assert not log.fault(again, "one")
    assert log.fault(again, "two")
    # So with a space that asks something else than it did.
    spaces["one"] = _TINY.format(name="one", unroll="[1, 3]")
    assert "one is not what was held out on" in log.fault(again, "one")
    assert "| one | " in (place / "held-out.md").read_text()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "file: "),
        ("[]", "file: "),
        ("{}", "entries: "),
        ('{"entries": [{}]}', "entries.0.space: "),
        ('{"entries": [{ENTRY, "points": "many"}]}', "entries.0.points: "),
        ('{"entries": [{ENTRY, "points": true}]}', "entries.0.points: "),
        ('{"entries": [{ENTRY, "points": 0}]}', "entries.0.points: "),
        ('{"entries": [{ENTRY, "points": 2, "strategy_digest": 5}]}', "strategy_digest: "),
        ('{"entries": [{ENTRY, "points": 2, "more": 5}]}', "entries.0.more: "),
    ],
)
def test_a_log_that_is_none_is_named(tmp_path: Path, text: str, said: str) -> None:
    whole = '"space": "x", "frozen": "2026-11-21", "space_digest": "x", "strategy": "x"'
    if "strategy_digest" not in text:
        whole += ', "strategy_digest": "x"'
    (tmp_path / log.LOG).write_text(text.replace("ENTRY", whole))
    with pytest.raises(InputError, match=r"held-out\.json: no log of held-out spaces: ") as error:
        log.read(tmp_path)
    assert said in str(error.value)
    assert len(str(error.value).splitlines()) == 1


def test_a_space_that_is_not_in_the_log_is_not_measured(
    place: Path, spaces: dict[str, str]
) -> None:
    assert spaces
    study = measure.Measure("one")
    with pytest.raises(RunError, match=r"one is not in the log.*`aesculus bench held-out`"):
        study.run(study.options(store=place / "s.db", out=place))


def test_the_scoreboard_says_whether_a_space_still_judges(tmp_path: Path) -> None:
    table = standin_table("ecp5-iterative", every=16)
    told = {"held_out": "2026-11-21", log.FROZEN: log.strategy_digest()}
    for digest, said in ((told[log.FROZEN], "as it was then."), ("0", "judges it no more")):
        head = {**table.about, **told, log.FROZEN: digest}
        held = MeasuredSpace(head, table.entries)
        runs = compete(held, [], repeats=1, share=0.2)
        _, page, _ = Scoreboard().write_board(held, runs, tmp_path)
        assert said in page.read_text()


@pytest.mark.parametrize("before", ["0", "273"])
def test_the_scoreboard_says_what_was_measured_before(tmp_path: Path, before: str) -> None:
    table = standin_table("ecp5-iterative", every=16)
    told = {"held_out": "2026-11-21", log.FROZEN: log.strategy_digest(), log.BEFORE: before}
    held = MeasuredSpace({**table.about, **told}, table.entries)
    runs = compete(held, [], repeats=1, share=0.2)
    _, page, _ = Scoreboard().write_board(held, runs, tmp_path)
    some = "when 273 of its points had been measured;" in page.read_text()
    assert some == (before != "0")
    assert some != ("before it was measured;" in page.read_text())


def test_a_time_before_a_space_was_held_out_is_seen() -> None:
    made = [datetime(2026, 11, day, 12, tzinfo=UTC) for day in (26, 27, 28)]
    body = {"space": "x", "points": 3, "space_digest": "x", "strategy": "x", "strategy_digest": "x"}
    for frozen, before in (
        ("2026-11-27", None),
        ("2026-11-27T11:59:59+00:00", 1),
        ("2026-11-27T12:00:01+00:00", 2),
        ("2026-11-27T12:30:00+02:00", 1),
    ):
        assert log.Entry.model_validate({**body, "frozen": frozen}).before(made) == before


def test_the_committed_log_has_each_space_before_it_is_measured() -> None:
    folder = ROOT / "benchmarks/search"
    entries = log.read(folder)
    for name in measure.HELD_OUT:
        entry = log.newest(entries, name)
        assert entry is not None
        assert entry.space_digest == log.space_digest(name), "a space that was changed: log it"
        path = folder / f"{name}.csv.gz"
        if not path.exists():
            continue
        about = read(path).about
        judged = [
            each for each in entries if each.space == name and each.frozen[:10] <= about["made"]
        ]
        assert about[log.FROZEN] in {each.strategy_digest for each in judged}
    body = json.loads((folder / log.LOG).read_text(encoding="utf-8"))
    assert HeldOut().page(body) == (folder / "held-out.md").read_text(encoding="utf-8")


def test_the_digest_is_of_the_code_of_the_strategy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = log.strategy_digest()
    for name in log._MODULES:
        source = log._PACKAGE / name
        copy = tmp_path / name
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_text(source.read_text(encoding="utf-8"), encoding="utf-8")
    monkeypatch.setattr(log, "_PACKAGE", tmp_path)
    guided = tmp_path / "search/strategies/guided.py"
    for text, same in (("# A remark.\n", True), ("_WORLDS = 47\n", False)):
        guided.write_text(guided.read_text(encoding="utf-8") + text, encoding="utf-8")
        log.strategy_digest.cache_clear()
        assert (log.strategy_digest() == before) is same
    log.strategy_digest.cache_clear()
