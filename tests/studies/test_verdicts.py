"""The campaign measures what the verdicts need."""

import json

from aesculus import papers
from aesculus.papers.compare import LEAST_SEEDS
from aesculus.papers.judge import asked, judge
from aesculus.papers.measured import Kind
from aesculus.records import Stage
from aesculus.studies.verdicts import plan
from project.sources import ROOT

SMALL = (1000, 10)


def test_every_point_that_a_verdict_is_open_for_is_in_the_campaign() -> None:
    needs = {need.label: need for need in plan.needs()}
    for paper_id in papers.ids():
        for item in judge(paper_id):
            assert set(item.needs) <= needs.keys()
        for claim, labels in asked(paper_id).items():
            for label, kinds in labels.items():
                assert kinds <= needs[label].kinds
                assert (paper_id, claim) in needs[label].claims


def test_the_committed_points_are_those_of_the_program() -> None:
    # A claim with a new rule asks for points: `aesculus bench verdicts` says so in its file.
    committed = json.loads((ROOT / "benchmarks/results/verdicts.json").read_text())
    assert committed["points"] == plan.points(plan.needs())


def test_a_clock_takes_five_seeds_and_a_verified_netlist() -> None:
    wanted = [need for need in plan.needs() if Kind.CLOCK in need.kinds]
    wants = plan.second(wanted, lambda _: SMALL)
    for need in wanted:
        mine = [want for want in wants if want.point.label == need.label and want.device]
        routes = {want.seed_index for want in mine if want.stage is Stage.ROUTE}
        assert routes == set(range(LEAST_SEEDS)), need.label
        assert Stage.VERIFY_NETLIST in {want.stage for want in mine}
    # Point by point, so that what a budget leaves undone is the last verdicts, not a seed of each.
    routed = [want.point.label for want in wants if want.stage is Stage.ROUTE]
    assert list(dict.fromkeys(routed)) == [need.label for need in wanted]
    assert routed == [label for label in dict.fromkeys(routed) for _ in range(LEAST_SEEDS)]


def test_what_has_no_room_is_not_routed() -> None:
    wanted = [need for need in plan.needs() if need.label == "UF10-PP0L"]
    stages = {want.stage for want in plan.second(wanted, lambda _: (70_000, 0))}
    assert Stage.ROUTE not in stages


def test_the_committed_campaign_has_the_points_and_claims_of_now() -> None:
    body = json.loads((ROOT / "benchmarks/results/verdicts.json").read_text(encoding="utf-8"))
    found = {
        point["label"]: (point["wanted"], point["area"], point["claims"])
        for point in body["points"]
    }
    # `aesculus bench verdicts` writes them again; what the store has is not run again.
    assert found == {
        need.label: (
            sorted(kind.value for kind in need.kinds),
            list(need.area),
            [f"{paper}: {claim}" for paper, claim in need.claims],
        )
        for need in plan.needs()
    }
