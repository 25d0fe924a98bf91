"""Whether a file of figures has all that the program says it has, and nothing else.

What the program knows needs no record: the designs of the headline, the points of verdicts and
papers and what is left out of them, what is said of each claim, what each of the records is to
reach, and what each of the goals asks for.
"""

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, fields
from fractions import Fraction
from functools import cache
from typing import Any

from aesculus import papers
from aesculus.design import parse_build
from aesculus.engine import reference
from aesculus.families import devices
from aesculus.inputs import shown
from aesculus.metrics import Row
from aesculus.papers.beside import beside
from aesculus.papers.compare import LEAST_SEEDS
from aesculus.papers.measured import Measured
from aesculus.studies.goals.cases import GoalCase
from aesculus.studies.goals.known import able, answered, asks
from aesculus.studies.goals.settings import carried
from aesculus.studies.goals.study import Goals
from aesculus.studies.headline.study import PointsStudy
from aesculus.studies.modes.study import Modes, products
from aesculus.studies.records.found import Found
from aesculus.studies.records.measure import again, tables_of
from aesculus.studies.records.study import Records, row_of
from aesculus.studies.registry import known
from aesculus.studies.reproduce import plan
from aesculus.studies.reproduce.files import devices_of, verdicts
from aesculus.studies.verdicts import plan as open_verdicts

_Place = tuple[str, str]
"""Label and device."""


def of_campaign(campaign: str, body: Mapping[str, Any]) -> str:
    """Return what a file of a campaign says other than the program, one line; empty if nothing."""
    study = known()[campaign]
    if isinstance(study, PointsStudy):
        return _of_points(study, body)
    if isinstance(study, Goals):
        return _of_goals(study, body)
    if isinstance(study, Records):
        return _of_records(study, body)
    if isinstance(study, Modes):
        return _of_modes(body)
    if campaign == "verdicts":
        return _of_verdicts(body)
    return ""


def of_paper(paper: str, body: Mapping[str, Any], rows: Sequence[Measured] | None) -> str:
    """Return what a file of a paper says other than the program, one line; empty if nothing.

    Args:
        paper: its id.
        body: the file.
        rows: what its claims are judged by: its own rows, and those of the campaign for verdicts;
            without these they cannot be judged anew.
    """
    own = [Measured.read(row) for row in body["measured"]]
    wrong = _wrong_rows(own, plan.builds(paper)) or _wrong_head(paper, body, own)
    if wrong or rows is None:
        return wrong
    return _differing("claim", body["claims"], verdicts(paper, rows), "its figures come to")


def _wrong_head(paper: str, body: Mapping[str, Any], own: Sequence[Measured]) -> str:
    """Return what is said of a paper and of all its rows together, and is not so."""
    for field, there in (
        ("about", papers.load(paper).title),
        ("campaign", f"reproduce {paper}"),
        ("devices", devices_of(own)),
    ):
        if body[field] != there:
            return f"{field} is {shown(body[field])}, and {shown(there)} by the paper and its rows"
    fewest = min((len(row.seeds) for row in own if row.seeds), default=0)
    if not 1 <= body["seeds"] <= fewest:
        return f"seeds is {shown(body['seeds'])}, and a row has {fewest}"
    if body["rows"] != [each.model_dump(mode="json") for each in beside(paper, own)]:
        return "what it has beside the published rows is not what it measured"
    return ""


def _of_points(study: PointsStudy, body: Mapping[str, Any]) -> str:
    for field, here, there in (
        ("device", body["device"], study.device),
        ("seeds", body["seeds"], study.seeds),
    ):
        if here != there:
            return f"{field} is {shown(here)}, and the campaign is of {shown(there)}"
    rows = [Measured.read(row) for row in body["rows"]]
    asked = [(parse_build(label).label, study.device) for label in study.labels]
    if wrong := _other_rows(rows, asked):
        return wrong
    for row in rows:
        if len(row.seeds) < study.seeds:
            return f"{row.label} has {len(row.seeds)} of {study.seeds} seeds"
    return ""


def _of_modes(body: Mapping[str, Any]) -> str:
    rows = [Measured.read(row) for row in body["rows"]]
    asked = [(build.label, device) for device, builds in products().items() for build in builds]
    if wrong := _other_rows(rows, asked):
        return wrong
    most = max(len(row.seeds) for row in rows)
    if body["seeds"] != most:
        return f"seeds is {shown(body['seeds'])}, and its rows have {most}"
    return ""


def of_other_store(body: Mapping[str, Any]) -> bool:
    """Return whether answers to goals are of another reference store than the program carries.

    Then nothing here can tell whether they are its best.
    """
    return bool(body.get("known") != carried())


def _of_goals(study: Goals, body: Mapping[str, Any]) -> str:
    other = of_other_store(body)
    made = [asks(case) if other else _answer(case) for case in study.cases]
    told = [{field: goal.get(field) for field in made[0]} for goal in body["goals"]]
    whence = "the program asks for" if other else "the reference store answers"
    return _differing("name", told, made, whence)


@cache
def _answer(case: GoalCase) -> Mapping[str, Any]:
    """Return the answer by the reference store as it stands in a file.

    It takes some seconds for all goals, and depends on nothing that a file says.
    """
    rows = able(_results(case.device), case.space, case.fix)
    found: Mapping[str, Any] = json.loads(json.dumps(answered(case, rows)))
    return found


@cache
def _results(device: str) -> Sequence[Row]:
    return reference.results(devices.load(device))


def _of_records(study: Records, body: Mapping[str, Any]) -> str:
    cases, done = {case.name: case for case in study.cases}, Counter[str]()
    for row in body["rows"]:
        name, figures = row["name"], row["figures"]
        done[name] += 1
        if name not in cases or done[name] > 1:
            return f"the record {shown(name)} is none of its own"
        case = cases[name]
        asked = parse_build(case.label).label if case.label else row["label"]
        # What is looked for may be any design, but for none there are no figures.
        if row["label"] != asked and case.how != "tables":
            return f"the record {shown(name)} is of {shown(row['label'])}, and not of {asked}"
        if row["figures"] and not row["label"]:
            return f"the record {shown(name)} has figures of no design"
        made = row_of(case, Found(**{each.name: row[each.name] for each in fields(Found)}))
        # Of what a race found, command and clocks are its own.
        if row["how"] != "best":
            made["again"] = again(case, row["label"])
            made["clocks"] = {
                end: figures[figure] for end, figure in _ENDS.items() if figure in figures
            }
        if case.how == "tables":
            made |= json.loads(json.dumps(asdict(tables_of(case))))
        if "cycles_per_block" in figures:
            rate = Fraction(figures["blocks_per_cycle"]).limit_denominator(1000)
            made["figures"] = {**figures, "cycles_per_block": float(1 / rate)}
        for field, there in made.items():
            if row.get(field) != there:
                return (
                    f"{field} of {shown(name)} is {shown(row.get(field))}, and its figures come "
                    f"to {shown(there)}"
                )
    complete = {row["name"] for row in body["rows"] if row["complete"]}
    waiting = [name for name in cases if name not in complete]
    if body["open"] != waiting:
        return f"open is {shown(body['open'])}, and {shown(waiting)} by its rows"
    return ""


_ENDS = {"min": "fmax_routed_min", "median": "fmax_routed_mhz", "max": "fmax_routed_max"}
"""The clocks of a record, by the names of its figures."""


def _of_verdicts(body: Mapping[str, Any]) -> str:
    if body["seeds"] != LEAST_SEEDS:
        return f"seeds is {shown(body['seeds'])}, and the campaign is of {LEAST_SEEDS}"
    needs = open_verdicts.needs()
    rows = [Measured.read(row) for row in body["measured"]]
    points = open_verdicts.points(needs)
    return _differing("label", body["points"], points, "the program says") or _wrong_rows(
        rows, open_verdicts.builds(needs)
    )


def _wrong_rows(rows: Sequence[Measured], builds: Sequence[plan.Build]) -> str:
    places = [(build.point.label, build.device.name) for build in builds]
    if wrong := _other_rows(rows, places):
        return wrong
    for row in rows:
        # Without counts nobody knows its size.
        if row.lut_count is None or row.bram_count is None:
            continue
        device = devices.load(row.device)
        build = plan.Build(parse_build(row.label), device, device.router is not None)
        by_size = plan.left_out(build, (row.lut_count, int(row.bram_count)))
        if row.left_out != by_size:
            return (
                f"{row.label} on {row.device}: left_out is {shown(row.left_out)}, and "
                f"{shown(by_size)} by its size"
            )
    return ""


def _other_rows(rows: Iterable[Measured], asked: Iterable[_Place]) -> str:
    """Return which row is lacking, is too much or is there twice."""
    found: Counter[_Place] = Counter((row.label, row.device) for row in rows)
    wanted = dict.fromkeys(asked)
    for label, device in wanted:
        if (label, device) not in found:
            return f"it lacks the row of {label} on {device}"
    for (label, device), times in found.items():
        if (label, device) not in wanted or times > 1:
            return f"the row of {shown(label)} on {shown(device)} is none of its own"
    return ""


def _differing(
    name: str, here: Sequence[Mapping[str, Any]], there: Sequence[Mapping[str, Any]], whence: str
) -> str:
    """Return the first field in which two lists of the same things differ.

    Args:
        name: the field by which a thing is named.
        here: as the file has them.
        there: as they are made anew.
        whence: where that is from, as it stands in the line.
    """
    said, made = ({each[name]: each for each in listed} for listed in (here, there))
    for which in [*made, *said]:
        if which not in said:
            return f"it lacks {shown(which)}"
        if which not in made:
            return f"there is no {shown(which)}"
        one, other = said[which], made[which]
        for field in [*other, *one]:
            if one.get(field) != other.get(field):
                return (
                    f"{field} of {shown(which)} is {shown(one.get(field))}, and {whence} "
                    f"{shown(other.get(field))}"
                )
    return "" if len(said) == len(here) else f"it has a {name} twice"
