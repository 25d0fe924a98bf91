import json
import shutil
import signal
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import numpy as np
import psutil
import pytest

from aesculus.design import parse_build
from aesculus.errors import InputError
from aesculus.metrics import Row
from aesculus.search.errors import SearchError
from aesculus.search.fidelity import Fidelity
from aesculus.search.problem import Ask
from aesculus.search.strategies import strategy
from aesculus.search.strategies._base import Strategy
from aesculus.studies.measure.table import Entry, MeasuredSpace, from_rows, read
from aesculus.studies.measure.table import write as write_table
from aesculus.studies.scoreboard import compete as competing
from aesculus.studies.scoreboard import study as board
from aesculus.studies.scoreboard.compete import compete
from aesculus.studies.scoreboard.replays import MARKS, Judge, Replay, replay, summary
from aesculus.studies.scoreboard.study import Scoreboard, ScoreboardOptions
from search_tables import standin_table

ABOUT = {"space": "s", "device": "LFE5U-25F-6", "objectives": "throughput_gbps lut_count"}


@pytest.fixture(scope="module")
def table() -> MeasuredSpace:
    return standin_table("ecp5-iterative", every=4)


def test_the_whole_space_has_no_distance_and_all_of_the_volume(table: MeasuredSpace) -> None:
    run = replay(table, strategy("exhaustive", table.problem))
    last = run.steps[-1]
    assert last.evaluations == len(table.entries)
    assert last.adrs == 0
    assert last.hypervolume == pytest.approx(1)
    assert last.hours == pytest.approx(table.hours)
    losses = [step.adrs for step in run.steps]
    assert losses == sorted(losses, reverse=True)
    assert losses[0] > 0.2


def test_measures_are_those_of_a_worked_example() -> None:
    entries = tuple(
        Entry(parse_build(label), {"throughput_gbps": gbps, "lut_count": luts})
        for label, gbps, luts in (
            ("UF1-PP1L", 1, 99),
            ("UF2-PP1L", 2, 199),
            ("UF5-PP1L", 1, 299),
        )
    )
    judge = Judge(MeasuredSpace(ABOUT, entries))
    # (1, 99) stands for (2, 199) with a loss of half the throughput, for itself with none.
    assert judge.adrs(np.array([[-1.0, 99.0]])) == pytest.approx(0.25)
    # The reverse: 200 look-up tables where 100 would do, counts raised by one.
    assert judge.adrs(np.array([[-2.0, 199.0]])) == pytest.approx(0.5)
    # On the axes from best to worst: (1, 0) and (0, 0.5), reference point 1.1.
    one, both = 0.1 * 1.1, 0.1 * 1.1 + 1.0 * 0.6
    assert judge.hypervolume(np.array([[-1.0, 99.0]])) == pytest.approx(one / both)


def test_a_point_is_paid_once(table: MeasuredSpace) -> None:
    point = table.entries[0].point
    lower = table.evaluate(Ask(point, Fidelity.SYNTH))
    upper = table.evaluate(Ask(point, Fidelity.ROUTE))
    entry = table.entries[0]
    assert lower.figures is not None
    assert "fmax_mhz" not in lower.figures
    assert (lower.seconds, upper.seconds) == (entry.synth_s, entry.synth_s + entry.route_s)
    run = replay(table, strategy("guided", table.problem, 1))
    assert run.synthesised > 0
    assert run.steps[-1].hours <= table.hours * 1.000001


def test_hours_end_a_replay_as_evaluations_do(table: MeasuredSpace) -> None:
    hours = 0.1 * table.hours
    run = replay(table, strategy("random", table.problem, 1), batch=1, hours=hours)
    assert run.steps[-1].hours > hours
    assert run.steps[-2].hours <= hours
    # Netlists alone use them up, too.
    informed = replay(table, strategy("guided", table.problem, 1), batch=1, hours=hours)
    whole = replay(table, strategy("guided", table.problem, 1), batch=1)
    assert len(informed.steps) < len(whole.steps)
    assert informed.steps == whole.steps[: len(informed.steps)]


class _Few(Strategy):
    """Has five points to ask, and no more."""

    name = "few"

    def _choose(self, count: int) -> list[Ask]:
        level = self.problem.measuring
        points = [point for point in self.problem.points[:5] if self.fresh(point, level)]
        return [Ask(point, level) for point in points[:count]]


def test_what_is_done_keeps_its_figure_and_what_was_stopped_has_none(table: MeasuredSpace) -> None:
    done = replay(table, _Few(table.problem))
    assert done.done
    stopped = replay(table, _Few(table.problem), evaluations=5)
    assert not stopped.done
    for by in ("hours", "evaluations"):
        kept = [line for line in summary(len(table.entries), table.hours, [done]) if line.by == by]
        assert kept[-1].share == MARKS[-1]
        assert kept[-1].adrs_median == done.steps[-1].adrs
        assert MARKS[-1] not in {
            line.share
            for line in summary(len(table.entries), table.hours, [stopped])
            if line.by == by
        }


def test_a_share_of_the_hours_can_be_read_off_where_it_ends(table: MeasuredSpace) -> None:
    runs = compete(table, [], repeats=4, share=0.2)
    marks = {
        (line.by, line.share)
        for line in summary(len(table.entries), table.hours, runs)
        if line.strategy == "random"
    }
    assert ("evaluations", 0.2) in marks
    assert ("hours", 0.15) in marks


def test_what_a_replay_may_depend_on_is_in_its_name(
    table: MeasuredSpace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = competing._digest(table)
    assert competing._digest(table) == before
    assert competing._digest(MeasuredSpace(table.about, table.entries[::-1])) != before
    for room in competing._ROOMS:
        shutil.copytree(competing._PACKAGE / room, tmp_path / room)
    for name in competing._HERE:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(competing._PACKAGE / name, tmp_path / name)
    monkeypatch.setattr(competing, "_PACKAGE", tmp_path)
    assert competing._digest(table) == before
    device = next((tmp_path / "families/ecp5/devices").glob("*.toml"))
    device.write_text(device.read_text() + "more = 1\n")
    assert competing._digest(table) != before


def test_time_left_is_told_by_what_was_played(capsys: pytest.CaptureFixture[str]) -> None:
    hear = board._saying("s")
    hear("random, seed 0", 1, 4, 1)
    hear("random, seed 1", 2, 4, 1)
    first, second = capsys.readouterr().err.splitlines()
    assert first == "s: random, seed 0; 1 of 4 replays"
    assert second == "s: random, seed 1; 2 of 4 replays, about 0 s left"


def test_the_default_beats_random_by_far(table: MeasuredSpace) -> None:
    replays = compete(table, ["guided"], repeats=3, batch=2, share=0.3)
    lines = {
        (x.strategy, x.share): x
        for x in summary(len(table.entries), table.hours, replays)
        if x.by == "evaluations"
    }
    ours, random = lines["guided", 0.3], lines["random", 0.3]
    assert ours.adrs_worst is not None
    assert random.adrs_median is not None
    assert ours.adrs_worst < random.adrs_median / 3
    assert ours.adrs_worst < 0.05


def test_random_is_always_there_and_all_is_written(table: MeasuredSpace, tmp_path: Path) -> None:
    replays = compete(table, ["nsga2"], repeats=2, share=0.2)
    assert [(run.strategy, run.seed) for run in replays] == [
        ("nsga2", 0),
        ("nsga2", 1),
        ("random", 0),
        ("random", 1),
    ]
    data, page, picture = Scoreboard().write_board(table, replays, tmp_path)
    found = json.loads(data.read_text())
    assert found["points"] == len(table.entries)
    assert len(found["replays"]) == 4
    assert "| random |" in page.read_text()
    assert ET.parse(picture).getroot().tag.endswith("svg")
    before = [path.read_bytes() for path in (data, page, picture)]
    Scoreboard().write_board(table, replays, tmp_path)
    assert [path.read_bytes() for path in (data, page, picture)] == before


def test_replays_side_by_side_are_those_one_by_one(table: MeasuredSpace) -> None:
    def runs(jobs: int) -> list[Replay]:
        return compete(table, ["nsga2"], repeats=2, share=0.2, limits={"nsga2": 5}, jobs=jobs)

    alone = runs(1)
    assert {len(run.steps) for run in alone if run.strategy == "nsga2"} == {5}
    assert all(len(run.steps) == 16 for run in alone if run.strategy == "random")
    assert runs(2) == alone


def test_a_replay_is_kept_as_it_ends_and_not_played_again(
    table: MeasuredSpace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played = []

    def counted(table: MeasuredSpace, chosen: Strategy, **how: Any) -> Replay:
        played.append((chosen.name, chosen.seed))
        if len(played) == 3:
            raise KeyboardInterrupt
        return replay(table, chosen, **how)

    def runs(of: MeasuredSpace, repeats: int = 2) -> list[Replay]:
        return compete(of, ["nsga2"], repeats=repeats, share=0.1, kept=tmp_path)

    monkeypatch.setattr(competing, "replay", counted)
    with pytest.raises(KeyboardInterrupt):
        runs(table)
    # Each strategy has had its turn before one has another.
    assert played == [("nsga2", 0), ("random", 0), ("nsga2", 1)]
    assert runs(table) == compete(table, ["nsga2"], repeats=2, share=0.1)
    assert played[3:] == [("nsga2", 1), ("random", 1)] + [
        (name, seed) for seed in (0, 1) for name in ("nsga2", "random")
    ]
    # More repeats play what is more; another table, or other code, everything.
    del played[:]
    played += [("", 0)] * 3
    runs(table, 3)
    assert played[3:] == [("nsga2", 2), ("random", 2)]
    runs(MeasuredSpace(table.about, table.entries[1:]), 1)
    assert played[5:] == [("nsga2", 0), ("random", 0)]
    monkeypatch.setattr(competing, "step_digest", lambda _: "other code")
    runs(table, 1)
    assert played[7:] == [("nsga2", 0), ("random", 0)]
    # What is damaged is played again.
    for path in tmp_path.rglob("output.pkl"):
        path.write_bytes(b"damaged")
    assert runs(table, 1) == compete(table, ["nsga2"], repeats=1, share=0.1)


def test_one_space_can_be_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(board, "TABLES", tmp_path)
    monkeypatch.setattr(board, "STRATEGIES", ("nsga2",))
    monkeypatch.setattr(board, "OPTIONAL", ())
    for name in ("area-small", "ecp5-iterative"):
        small = standin_table("ecp5-iterative", every=16)
        about = {**small.about, "space": name}
        write_table(MeasuredSpace(about, small.entries), tmp_path / f"{name}.csv.gz")
    options = ScoreboardOptions(
        out=tmp_path / "out", repeats=1, jobs=1, kept=tmp_path / "kept", only="ecp5-iterative"
    )
    Scoreboard().run(options)
    assert {path.stem for path in options.out.iterdir()} == {"ecp5-iterative"}
    with pytest.raises(InputError, match=r"--only lut9: .*only: area-small, ecp5-iterative"):
        Scoreboard().run(options.model_copy(update={"only": "lut9"}))


def test_replays_end_with_the_process_that_asked_for_them(tmp_path: Path) -> None:
    script = tmp_path / "parent.py"
    script.write_text(
        "import os\n"
        "from concurrent.futures import ProcessPoolExecutor\n"
        "from multiprocessing import get_context\n"
        "from aesculus.studies.scoreboard import compete\n"
        "if __name__ == '__main__':\n"
        "    given = (compete._Given(None, None, ''),)\n"
        "    with ProcessPoolExecutor(1, get_context('spawn'), compete._take, given) as pool:\n"
        "        print(pool.submit(os.getpid).result(), flush=True)\n"
        "        os.kill(os.getpid(), 15)\n"
    )
    done = subprocess.run(
        [sys.executable, str(script)], capture_output=True, text=True, check=False, timeout=60
    )
    assert done.returncode == -signal.SIGTERM, done.stderr
    worker = int(done.stdout)
    _, alive = psutil.wait_procs([psutil.Process(worker)] if psutil.pid_exists(worker) else [], 10)
    assert not alive


def test_a_replay_is_repeatable(table: MeasuredSpace) -> None:
    runs = [replay(table, strategy("tpe", table.problem, 5), evaluations=20) for _ in range(2)]
    assert runs[0] == runs[1]


def test_tables_survive_the_disk(tmp_path: Path) -> None:
    luts = {"lut_count": 7000.0, "area_luts": 7000.0}
    failed = Entry(parse_build("UF5-PP1L"), luts, 30.0, 60.0, "timeout")
    full = {"lut_count": 1234.0, "area_luts": 1234.0, "throughput_gbps": 1.5}
    good = Entry(parse_build("UF1-PP1L"), full, 10.5, 20.25)
    first = MeasuredSpace(ABOUT, (good, failed))
    path = tmp_path / "s.csv.gz"
    write_table(first, path)
    assert read(path) == first
    content = path.read_bytes()
    write_table(read(path), path)
    assert path.read_bytes() == content
    routed = first.evaluate(Ask(failed.point, Fidelity.ROUTE))
    assert (routed.figures, routed.seconds) == (None, 90.0)
    assert first.evaluate(Ask(failed.point, Fidelity.SYNTH)).figures == luts
    assert len(first.costs) == 1


def test_rows_of_a_store_make_a_table() -> None:
    point = parse_build("UF1-PP1L")
    row = Row(
        label=point.label,
        design=point.fields,
        device="LFE5U-25F-6",
        status="ok",
        lut_count=1200,
        throughput_gbps=1.25,
    )
    entry = from_rows([row], {point.label: (3.0, 4.0)}, ABOUT).entries[0]
    assert entry.point == point
    assert entry.figures == {"lut_count": 1200.0, "throughput_gbps": 1.25}
    assert (entry.synth_s, entry.route_s, entry.status) == (3.0, 4.0, "ok")


def test_what_is_no_table_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "bad.csv.gz"
    path.write_bytes(b"not gzip")
    with pytest.raises(SearchError, match=r"bad\.csv\.gz: not a table"):
        read(path)
    with pytest.raises(SearchError, match="table lacks device, objectives"):
        MeasuredSpace({"space": "s"}, ())
