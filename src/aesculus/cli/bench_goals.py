"""`aesculus bench goals`: goals answered from the store and by search, each answer confirmed."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import typer

from aesculus import devices, markdown
from aesculus.cli import pick
from aesculus.cli.bench_common import head
from aesculus.cli.common import ROUTED_DEVICE, progress_console
from aesculus.cli.errors import FAILED
from aesculus.cli.output import DASH
from aesculus.explore import Effort, Options, goal_rows, pursue, told
from aesculus.metrics import HEADLINE_SEEDS, Row
from aesculus.search import DesignSpace
from aesculus.search.goals import Answer, Goal, Limit, Objective, answer
from aesculus.store import Store

NAME = "goals"
DOC = "Twelve goals, the answer to each with its netlist verified and routed with five seeds."
EVALUATIONS = 12
"""Points that a goal may have measured beyond those that the store knows."""

_LARGE = 4
"""As `EVALUATIONS`, where a route takes minutes."""

_SMALL = "LFE5U-25F-6"


@dataclass(frozen=True)
class Case:
    """A goal of the campaign.

    Attributes:
        name: short name.
        device: the device.
        goal: what is needed.
        fix: axes that have to have a value, as `aesculus pick --fix` takes them.
        about: where the goal comes from.
        evaluations: points that may be measured for it.
    """

    name: str
    device: str
    goal: Goal
    fix: tuple[str, ...] = ()
    about: str = ""
    evaluations: int = EVALUATIONS


def _goal(objective: str, **limits: float) -> Goal:
    """Return a goal; more of an objective is wanted where `frontier.KNOWN` says so."""
    units = {"throughput_gbps": "Gbit/s", "latency_ns": "ns"}
    texts = {
        name: f"{name} {'at least' if name == 'throughput_gbps' else 'at most'} {value:g} "
        f"{units.get(name, '')}".strip()
        for name, value in limits.items()
    }
    return Goal(
        tuple(Limit(name, value, texts[name]) for name, value in limits.items()),
        Objective(objective, maximise=objective == "throughput_gbps"),
    )


CASES: tuple[Case, ...] = (
    Case("5-gbps", _SMALL, _goal("lut_count", throughput_gbps=5)),
    Case("small-and-quick", _SMALL, _goal("latency_ns", lut_count=2_000, bram_count=0)),
    Case("100-ns", _SMALL, _goal("lut_count", latency_ns=100)),
    Case("10000-luts", _SMALL, _goal("throughput_gbps", lut_count=10_000)),
    Case("few-registers", _SMALL, _goal("throughput_gbps", ff_count=1_500, bram_count=0)),
    Case("1-gbps", _SMALL, _goal("lut_count", throughput_gbps=1)),
    Case("1-gbps-no-memory", "GW2A-18", _goal("lut_count", throughput_gbps=1, bram_count=0)),
    Case("ice40", "ICE40HX8K", _goal("latency_ns", lut_count=6_000)),
    Case(
        "aes256-both",
        _SMALL,
        _goal("lut_count", throughput_gbps=0.5),
        fix=("key_bits=256", "direction=both", "unroll=1"),
    ),
    Case(
        "asu",
        ROUTED_DEVICE,
        _goal("lut_count", throughput_gbps=75, lut_count=45_000),
        about="the goal of the ASU report, with look-up tables in the place of slices",
        evaluations=_LARGE,
    ),
    Case("40-gbps", ROUTED_DEVICE, _goal("lut_count", throughput_gbps=40), evaluations=_LARGE),
    Case(
        "20-gbps-no-memory",
        ROUTED_DEVICE,
        _goal("lut_count", throughput_gbps=20, bram_count=0),
        evaluations=_LARGE,
    ),
)
"""The goals. Most are for a small part, on which a route takes seconds: a search shows there what
it does as well as where it takes minutes. The large ones come last, so that of a time budget they
have what the others left."""


@dataclass(frozen=True)
class Answered:
    """What came of a goal."""

    case: Case
    found: Answer

    @property
    def complete(self) -> bool:
        """Whether there is an answer, confirmed, or a miss that was looked for."""
        row = self.found.best
        if row is None:
            return bool(self.found.nearest)
        return row.netlist_verified and row.n_seeds >= HEADLINE_SEEDS


def run(store: Store, options: Options, out: Path, cases: Sequence[Case] = CASES) -> None:
    """Answer the goals, one after the other, and write the answers after each.

    A time budget is shared out over the goals that are left.

    Raises:
        typer.Exit: some answers are not confirmed yet.
    """
    left = options.budget_s
    done: list[Answered] = []
    for number, case in enumerate(cases):
        part = options
        if left is not None:
            part = replace(options, budget_s=max(1.0, left / (len(cases) - number)))
        progress_console().print(f"goal {case.name}", highlight=False)
        spent, found = _answer(store, part, case)
        left = None if left is None else left - spent
        done.append(Answered(case, found))
        _write(out, done, [case.name for case in cases[number + 1 :]])
    progress_console().print(f"Figures: {out / NAME}.json, {out / NAME}.md", highlight=False)
    left_open = [each.case.name for each in done if not each.complete]
    if left_open:
        typer.echo(f"aesculus: error: not complete yet: {', '.join(left_open)}", err=True)
        raise typer.Exit(FAILED)


def _answer(store: Store, options: Options, case: Case) -> tuple[float, Answer]:
    target = devices.load(case.device)
    space = pick.fixed_space(pick.SPACE, list(case.fix))
    needed = pick.needed_of(space)
    summary = pursue(
        store,
        case.goal,
        DesignSpace(space).points,
        target,
        options,
        effort=Effort(evaluations=case.evaluations),
        matching=needed,
    )
    progress_console().print(f"{told(summary)}.", highlight=False)
    rows = goal_rows(store, target, case.goal, netlist_verified=True, matching=needed)
    return summary.seconds, answer(rows, case.goal)


def _write(out: Path, done: Sequence[Answered], coming: Sequence[str]) -> None:
    body: dict[str, Any] = {
        **head(NAME, DOC),
        "open": [each.case.name for each in done if not each.complete] + list(coming),
        "goals": [
            {
                "name": each.case.name,
                "about": each.case.about,
                "evaluations": each.case.evaluations,
                "fix": list(each.case.fix),
                "complete": each.complete,
                **pick.as_object(devices.load(each.case.device), each.found, each.case.goal, []),
            }
            for each in done
        ],
    }
    out.mkdir(parents=True, exist_ok=True)
    stem = out / NAME
    stem.with_suffix(".json").write_text(json.dumps(body, indent=2) + "\n", encoding="utf-8")
    stem.with_suffix(".md").write_text(_text(body, done), encoding="utf-8")


def _text(body: dict[str, Any], done: Sequence[Answered]) -> str:
    lines = [
        "# Goals and their answers",
        "",
        f"Made {body['made']} with `{body['command']}`;",
        f"at most {EVALUATIONS} points a goal, {_LARGE} on {ROUTED_DEVICE}, were measured beyond",
        "those that the store knew. Clocks are medians over the seeds.",
        *([f"Open: {', '.join(body['open'])}."] if body["open"] else []),
        "",
        *markdown.table(
            [
                *("goal", "device", "needed", "answer"),
                *("Gbit/s", "ns", "MHz", "LUT", "FF", "BRAM", "seeds"),
            ],
            (
                [each.case.name, each.case.device, _needed(each.case), *_cells(each.found.best)]
                for each in done
            ),
            words=4,
        ),
    ]
    for each in done:
        device = devices.load(each.case.device)
        text = pick.as_text(device, each.found, each.case.goal.objective)
        about = [f"({each.case.about})", ""] if each.case.about else []
        lines += ["", f"## {each.case.name}", "", *about]
        lines += [f"- {line}" for line in text.splitlines()]
    return "\n".join(lines) + "\n"


def _needed(case: Case) -> str:
    objective = case.goal.objective
    best = f"{'most' if objective.maximise else 'least'} {objective.figure}"
    return "; ".join([*(limit.text for limit in case.goal.limits), *case.fix, best])


def _cells(row: Row | None) -> list[str]:
    if row is None:
        return ["none"] + [DASH] * 7
    return [
        row.label,
        f"{row.throughput_gbps:.2f}",
        f"{row.latency_ns:.1f}",
        f"{row.fmax_mhz:.1f}",
        f"{row.lut_count:,}",
        f"{row.ff_count:,}",
        str(row.bram_count),
        str(row.n_seeds),
    ]
