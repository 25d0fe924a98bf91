"""Faults put in by hand: some of each kind, and that a trial which goes wrong is told."""

import json
from pathlib import Path

import pytest

from aesculus.studies.faults import trial
from aesculus.studies.faults.run import one, run
from aesculus.studies.faults.trial import TRIALS, Outcome, Trial

KINDS = tuple(dict.fromkeys(trial.kind for trial in TRIALS))
SHORT = [
    trial
    for trial in TRIALS
    if trial.done
    in {
        "verify UF5-PP0B",
        "pick --device XC9 --min lut --json",
        "a space file binary",
        "a device file that is /dev/zero",
        "edited by hand: a throughput in the figures; store check",
        "a store of no bytes beside a full cache; explore",
        "an artefact's digest is /dev/zero; store merge",
        "labels with control codes, checksums that fit; show --store OTHER",
        "what a run on this machine listens on",
        "--scheduler tcp://10.255.255.1:8786",
        "--cluster slurm where there is none",
        "no space left for a result and its artefacts",
        "verify with AESCULUS_MEMORY_MB=lots",
        "show on 80 columns",
        "verify with a compiler that the system kills",
        "an artefact with one bit flipped, which is then made again",
        "a store in a folder that is read-only; show",
        "one record has a rate of 1/0; store merge",
        "a netlist with $system; store merge, and simulation",
        "cache/ is a link to a folder of others; store merge",
        "a journal beside it that would have SQLite remove another file; show",
        "claims without an end, of another machine",
    }
]


def test_there_are_trials_of_every_kind_and_none_twice() -> None:
    assert len(TRIALS) >= 180
    assert len({(trial.kind, trial.done) for trial in TRIALS}) == len(TRIALS)
    assert {trial.kind for trial in SHORT} == set(KINDS)
    assert len(SHORT) == 22


@pytest.mark.sim
@pytest.mark.parametrize("trial", SHORT, ids=[trial.done[:40] for trial in SHORT])
def test_some_of_each_kind(trial: Trial) -> None:
    found = one(trial)
    assert found.good, found


def test_what_goes_wrong_is_told(tmp_path: Path) -> None:
    def breaks(folder: Path) -> Outcome:
        raise OSError(f"{folder}/x: \x1b[2J")

    seen: list[Path] = []

    def writes(folder: Path) -> Outcome:
        seen.append(folder)
        (folder / "x").write_text("left")
        return Outcome(True, "fine | `really`", 2)

    trials = [Trial("a", "breaks", breaks), Trial("b", "goes well", writes)]
    assert run(tmp_path, trials) == 1
    body = json.loads((tmp_path / "faults.json").read_text())
    assert (body["trials"], body["good"]) == (2, 1)
    assert [line["good"] for line in body["lines"]] == [False, True]
    assert body["lines"][0]["came"] == "OSError: ./x: \\x1b[2J"
    page = (tmp_path / "faults.md").read_text()
    assert "2 trials, 1 of them as promised" in page
    assert "| NO |" in page
    assert not seen[0].exists()


def test_a_run_is_gone_on_with_where_it_was_not_as_promised(tmp_path: Path) -> None:
    ran: list[str] = []
    good = {"first": True, "second": False, "third": True}

    def acting(name: str) -> Trial:
        def act(_folder: Path) -> Outcome:
            if name == "third" and not good["second"]:
                raise KeyboardInterrupt
            ran.append(name)
            return Outcome(good[name], name)

        return Trial("network", name, act)

    trials = list(map(acting, good))
    with pytest.raises(KeyboardInterrupt):
        run(tmp_path, trials)
    body = json.loads((tmp_path / "faults.json").read_text())
    assert [(line["done"], line["good"]) for line in body["lines"]] == [
        ("first", True),
        ("second", False),
    ]
    assert body["to_come"] == 1
    assert "1 trials are to come" in (tmp_path / "faults.md").read_text()
    good["second"] = True
    assert run(tmp_path, trials, again=True) == 0
    assert ran == ["first", "second", "second", "third"]
    body = json.loads((tmp_path / "faults.json").read_text())
    assert [line["done"] for line in body["lines"]] == list(good)
    assert (body["good"], body["to_come"]) == (3, 0)
    assert run(tmp_path, trials) == 0
    assert len(ran) == 7


def test_a_command_that_answers_wrongly_is_not_good() -> None:
    call = trial.Call
    for bad in (
        call(0, "", "aesculus: error: no such thing\n"),
        call(None, "", ""),
        call(2, "", "Traceback\naesculus: error: no such thing\n"),
        call(2, "", "aesculus: error: other\n"),
        call(2, "", "aesculus: error: no such thing \x1b[2J\n"),
        call(2, "a result", "aesculus: error: no such thing\n"),
    ):
        assert not trial.refused(bad, 2, "no such thing").good
    good = call(2, "", "aesculus: error: no such thing\n")
    assert trial.refused(good, 2, "no such thing").good
