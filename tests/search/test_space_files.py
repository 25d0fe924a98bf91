import json
import tomllib
from collections import Counter
from importlib.resources import files
from itertools import islice
from pathlib import Path

import pytest

from aesculus import papers
from aesculus.ciphers.aes.space import ALIASES
from aesculus.design import Build, parse_build
from aesculus.engine.eligible import eligible, matches
from aesculus.papers.pointsets import point_set
from aesculus.search import designspace, fixing
from aesculus.search.axes import AXES, expand
from aesculus.search.clash import clash
from aesculus.search.designspace import LARGEST, DesignSpace
from aesculus.search.errors import SearchError, SpaceFileError
from aesculus.search.expressions import Expression, ExpressionError
from aesculus.search.fidelity import Fidelity
from aesculus.search.spacefile import load, loads, packaged, schema
from aesculus.studies.measure.study import HELD_OUT, SPACES

HEAD = 'version = 1\nname = "mine"\ndevices = ["lfe5u-25f-6"]\n'


def space(body: str) -> DesignSpace:
    return DesignSpace(loads(HEAD + body))


@pytest.mark.parametrize("name", packaged())
def test_space_files_hold_legal_canonical_points_once(name: str) -> None:
    points = DesignSpace(load(name)).points
    assert points
    assert len(set(points)) == len(points)
    for point in points:
        point.design.check()
        assert parse_build(point.label) == point


def test_there_is_a_space_for_each_paper_and_for_both_measured_spaces() -> None:
    papers = {"zambreno2004", "zambreno-short", "jarvinen2003", "farooq2016", "asu"}
    assert papers | {"default", "ecp5-iterative", "area-small"} <= set(packaged())


def test_the_measured_spaces_are_large_enough_and_cheap() -> None:
    routed, area = DesignSpace(load("ecp5-iterative")), DesignSpace(load("area-small"))
    assert len(routed) >= 300
    assert len(area) >= 3000
    assert {point.fields["unroll"] for point in (*routed.points, *area.points)} == {1, 2}
    assert routed.file.fidelity_on("LFE5U-25F-6") is Fidelity.ROUTE
    assert area.file.fidelity_on("XC2V4000") is Fidelity.SYNTH


def test_the_held_out_spaces_are_what_they_are_for() -> None:
    ice40, lut6, keys, modes, nexus, gowin = (DesignSpace(load(name)) for name in HELD_OUT)
    assert len(gowin) >= 200
    assert gowin.file.fidelity_on("GW2A-18") is Fidelity.ROUTE
    assert len(nexus) >= 200
    assert nexus.file.fidelity_on("LIFCL-40-9") is Fidelity.ROUTE
    assert len(ice40) >= 200
    assert ice40.file.fidelity_on("ICE40HX8K") is Fidelity.ROUTE
    assert len(lut6) >= 1000
    ways = {(p.fields["direction"], p.fields["key_schedule"]) for p in lut6.points}
    assert len(ways) >= 10
    assert {p.fields["key_bits"] for p in keys.points} == {128, 192, 256}
    assert len(modes) >= 200
    assert {p.fields["mode"] for p in modes.points} == {"CTR", "CBC", "CMAC", "CCM", "GCM", "XTS"}
    # None is on a device whose measured space the strategy was made on.
    seen = {device for name in SPACES for device in load(name).devices}
    assert not seen & {device for name in HELD_OUT for device in load(name).devices}


def test_the_published_points_are_those_of_the_point_sets() -> None:
    for name, points in (("zambreno2004", "zambreno20"), ("zambreno-short", "zambreno7")):
        chosen = DesignSpace(load(name))
        assert set(chosen.points) == set(map(Build, point_set(points).legal_points()))
        assert {parse_build(text) for text in chosen.refused()} == set(
            map(Build, point_set(points).refused().values())
        )


def test_the_points_of_a_paper_come_from_its_data() -> None:
    chosen = space('paper = "asu"\npoints = ["UF2-PP3B", "UF10-PP2B"]\n')
    assert chosen.file.points == (*papers.load("asu").points, "UF2-PP3B")
    with pytest.raises(SpaceFileError, match=r"no paper 'nobody'; legal: zambreno2004"):
        space('paper = "nobody"\n')


@pytest.mark.parametrize("paper", papers.ids())
def test_a_papers_points_are_written_once(paper: str) -> None:
    sources = files("aesculus.search") / "spaces"
    text = (sources / f"{paper}.toml").read_text(encoding="utf-8")
    assert f'paper = "{paper}"' in text
    assert "points" not in tomllib.loads(text)
    data = (files("aesculus.papers") / "data" / f"{paper}.toml").read_text(encoding="utf-8")
    for row in tomllib.loads(data)["rows"]:
        given = row.get("label")
        # A label that the name gives already, or that has a published name, is written nowhere.
        assert given is None or given in ALIASES or row["name"] == "RF1-UF1-PP1b"


def test_equivalent_points_are_merged() -> None:
    chosen = space('[axes]\nunroll = [1, 2]\ncut_every = [1, "unroll", 5]\nsbox = "logic"')
    assert chosen.combinations == 6
    assert {point.label for point in chosen.points} == {"UF1-PP0L", "UF2-PP1L", "UF2-PP0L"}


def test_points_and_axes_make_a_union() -> None:
    chosen = space('points = ["UF10-PP3T", "UF1-PP0L"]\n[axes]\nsbox = ["logic", "rom"]')
    assert {p.label for p in chosen.points} == {"UF10-PP3T", "UF1-PP0L", "UF1-PP0D"}


ALSO = (
    '[axes]\nsbox = ["logic", "tower"]\nkey_sbox = ["logic", "rom", "tower"]\n'
    '[[also]]\nunroll = [2, 3]\nkey_sbox = "same"\n'
    '[[also]]\nsbox = "bram"\nkey_sbox = "same"\n'
    "[[constraints]]\nrule = \"unroll < 3 or sbox == 'tower'\"\n"
)


def test_further_combinations_differ_in_the_axes_that_they_name() -> None:
    chosen = space(ALSO)
    assert chosen.combinations == 2 * 3 + 2 * 2 + 1
    first = {f"UF1-PP1{s}{k}" for s in "LT" for k in ("-KL", "-KD", "-KT")}
    labels = {parse_build(label).label for label in first} | {"UF1-PP0B"}
    assert {p.label for p in chosen.points} == labels | {"UF2-PP1L", "UF2-PP1T", "UF3-PP1T"}
    # What is told of a point outside is told of the combinations that it is nearest to.
    nearest = "(nearest of 3 sets)"
    assert chosen.explain(parse_build("UF2-PP1L-KD")) == [
        f"unroll 2: not in the file; legal: 1 {nearest}"
    ]
    assert chosen.explain(parse_build("UF2-PP1B")) == [
        f"sbox bram: not in the file; legal: logic, tower {nearest}"
    ]


def test_a_fixed_axis_is_fixed_in_all_combinations(tmp_path: Path) -> None:
    path = tmp_path / "my.toml"
    path.write_text(HEAD + ALSO)
    fixed = fixing.fixed_space(str(path), ["unroll=2", "direction=both"])
    assert {point.fields["unroll"] for point in DesignSpace(fixed).points} == {2}
    needed = fixing.needed_of(fixed)
    assert needed["design.unroll"] == (2,)
    assert needed["design.direction"] == ("both",)
    # An axis with one value in one set of combinations and more in all is the search's affair.
    assert "design.unroll" not in fixing.needed_of(load(path))


def test_what_a_core_does_is_what_the_space_lists(tmp_path: Path) -> None:
    path = tmp_path / "my.toml"
    path.write_text(
        HEAD + '[axes]\nunroll = [1, 2]\ndirection = ["encrypt", "decrypt"]\n'
        'flow = "stall"\n[[also]]\nkey_bits = 256\nunroll = 1\n'
    )
    needed = fixing.needed_of(load(path))
    assert needed["design.direction"] == ("encrypt", "decrypt")
    # What one set of combinations leaves out has its default there.
    assert needed["design.key_bits"] == (128, 256)
    assert needed["design.flow"] == ("stall",)
    assert "design.unroll" not in needed


def test_a_space_that_lists_designs_is_these(tmp_path: Path) -> None:
    path = tmp_path / "my.toml"
    labels = ["AES256-UF1-PP0T", "UF2-PP1B", "CTR.UF1-PP0T"]
    path.write_text(HEAD + f"points = {labels}\n")
    whole = load(path)
    assert set(eligible(whole)["label"]) == set(labels)
    for point in DesignSpace(whole).points:
        assert matches(point, eligible(whole))
    assert not matches(parse_build("UF1-PP0T"), eligible(whole))

    def left(*fixes: str) -> list[str]:
        return [p.label for p in DesignSpace(fixing.fixed_space(str(path), fixes)).points]

    assert left("key_bits=256") == ["AES256-UF1-PP0T"]
    assert left("around=ctr") == ["CTR.UF1-PP0T"]
    assert left("unroll=2", "key_bits=128") == ["UF2-PP1B"]
    assert left("key_bits=192") == []
    assert clash(str(path), ["key_bits=192"]) == "none of those that it lists"


def test_modes_and_buses_stand_around_each_core() -> None:
    chosen = space(
        'around = ["ctr", "XTS-L10.AXIS64", ""]\n[axes]\nunroll = [1, 2]\nlanes = [1, 2]'
    )
    assert chosen.file.around == ("CTR", "XTS-L10.AXIS64", "")
    assert chosen.combinations == 12
    labels = [point.label for point in chosen.points]
    # XTS is around one lane alone: what cannot be drops out.
    assert {label for label in labels if label.startswith("XTS")} == {
        "XTS-L10.AXIS64.UF1-PP0T", "XTS-L10.AXIS64.UF2-PP1T",
    }  # fmt: skip
    assert len(labels) == 4 + 2 + 4
    assert chosen.points[0] in chosen
    (reason,) = chosen.explain(parse_build("CTR.UF5-PP1T"))
    assert "CTR.UF5-PP1T is not among the 10 with CTR, XTS-L10.AXIS64, the core alone" in reason
    for wrong, said in (("CTS", "CTS"), ("CTR-Q2", "Q2")):
        with pytest.raises(SpaceFileError, match=said):
            space(f'around = ["{wrong}"]\n[axes]\nunroll = 1')
    with pytest.raises(SpaceFileError, match="around without axes"):
        space('around = ["CTR"]\npoints = ["UF1-PP1T"]')


def test_a_number_with_gaps_is_none() -> None:
    with pytest.raises(SpaceFileError, match="key_bits: '1_28'; legal: 128"):
        fixing.fixed_space("ecp5-iterative", ["key_bits=1_28"])
    with pytest.raises(SpaceFileError, match="legal: 128"):
        fixing.fixed_space("ecp5-iterative", ["key_bits=\uff11\uff12\uff18"])


def test_a_mode_is_fixed_like_an_axis() -> None:
    fixed = fixing.fixed_space("ecp5-iterative", ["around=ctr", "unroll=1"])
    needed = fixing.needed_of(fixed)
    assert needed["design.mode"] == ("CTR",)
    assert (needed["design.mode_streams"], needed["design.unroll"]) == ((1,), (1,))
    assert {point.label.partition(".")[0] for point in DesignSpace(fixed).points} == {"CTR"}
    assert "design.mode" not in fixing.needed_of(fixing.fixed_space("ecp5-iterative", ["unroll=1"]))
    either = space('around = ["ctr", ""]\n[axes]\nunroll = 1').file
    assert fixing.needed_of(either)["design.mode"] == ("CTR", None)
    with pytest.raises(SpaceFileError, match="--fix 'around=CTT'"):
        fixing.fixed_space("ecp5-iterative", ["around=CTT"])
    said = r"no axis 'mode'; legal: key_bits, .*, around; did you mean --fix around=CTR\?"
    with pytest.raises(SpaceFileError, match=said):
        fixing.fixed_space("ecp5-iterative", ["mode=CTR"])


def test_a_key_sbox_of_its_own() -> None:
    both = space('[axes]\nsbox = ["logic", "rom"]\nkey_sbox = ["same", "tower"]')
    labels = {point.label for point in both.points}
    assert labels == {"UF1-PP0L", "UF1-PP0D", "UF1-PP0L-KT", "UF1-PP0D-KT"}


@pytest.mark.parametrize(
    ("written", "masks"),
    [
        ('"PP3"', {0x901}),
        ('["start+mix", "0x101", 1]', {0x801, 0x101, 0x1}),
        ('{ subsets = ["start", "sub"] }', {0x1, 0x100, 0x101}),
        ('{ subsets = ["sub", "mix"], always = ["start"], at_most = 2 }', {0x1, 0x101, 0x801}),
        ('{ subsets = ["start", "sub", "mix"], at_least = 3 }', {0x901}),
    ],
)
def test_cuts_in_all_spellings(written: str, masks: set[int]) -> None:
    assert {
        p.fields["cuts"] for p in space(f"[axes]\nsbox = 'tower'\ncuts = {written}").points
    } == masks


def test_the_deepest_cuts_depend_on_the_sbox() -> None:
    points = space('[axes]\nsbox = ["logic", "tower"]\ncuts = "PPX"').points
    assert {p.label for p in points} == {
        parse_build("UF1-PPXL").label,
        parse_build("UF1-PPXT").label,
    }


def test_constraints_of_all_forms() -> None:
    axes = '[axes]\nunroll = { from = 1, to = 4 }\nsbox = ["logic", "rom"]\n[[constraints]]\n'
    by_rule = space(axes + "rule = \"unroll < 3 and (sbox == 'rom' or unroll == 1)\"")
    assert {(p.fields["unroll"], p.fields["sbox"]) for p in by_rule.points} == {
        (1, "rom"),
        (2, "rom"),
        (1, "logic"),
    }
    forbidden = space(axes + 'forbid = { sbox = "rom", unroll = [1, 2, 3] }')
    assert Counter(p.fields["sbox"] for p in forbidden.points) == {"logic": 4, "rom": 1}
    allowed = space(axes + 'allow = [{ sbox = "rom", unroll = 2 }, { unroll = 4 }]')
    assert Counter(p.fields["unroll"] for p in allowed.points) == {2: 1, 4: 2}


def test_a_rule_is_asked_of_words_once_what_they_stand_for_is_chosen() -> None:
    # The words stand before the axes that they hang on.
    axes = (
        '[axes]\ncut_every = [1, "unroll"]\ncuts = ["start", "PPX"]\n'
        "unroll = { from = 1, to = 5 }\n"
        'sbox = ["logic", "tower", "line"]\ndirection = ["encrypt", "decrypt"]\n'
    )
    rules = ("cut_every < 3", "cuts == 1 or sbox == 'tower'", "unroll > 1 and unroll != 4")
    chosen = space(axes + "".join(f'[[constraints]]\nrule = "{rule}"\n' for rule in rules))
    passed = [
        point
        for point in space(axes).points
        if all(Expression(rule, AXES).holds(point.fields) for rule in rules)
    ]
    assert list(chosen.points) == passed
    assert len(passed) == 32


def test_the_first_points_are_found_before_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Build] = []
    real = designspace._is_legal

    def counted(point: Build) -> bool:
        asked.append(point)
        return real(point)

    monkeypatch.setattr(designspace, "_is_legal", counted)
    every = DesignSpace(fixing.fixed_space("pick", ["around=XTS"]))
    found = list(islice(every.walk(), 12))
    assert len(asked) < 1000, len(asked)
    # A reason against a point is found without the others too.
    assert every.explain(parse_build("XTS.AES192-UF1-PP1T")) == [
        "XTS.AES192-UF1-PP0T cannot be built: XTS is around no core with key size 192; "
        "legal: 128, 256"
    ]
    assert len(asked) < 1000, len(asked)
    assert found == list(every.points[:12])


def test_sampling_is_seeded_uniform_and_without_repeats() -> None:
    chosen = space('[axes]\nunroll = [1, 2]\nsbox = ["logic", "rom", "tower"]')
    assert len(chosen) == 6
    assert chosen.sample(4, 7) == chosen.sample(4, 7)
    seen: Counter[Build] = Counter()
    for seed in range(1200):
        drawn = chosen.sample(2, seed)
        assert len(set(drawn)) == 2
        seen.update(drawn)
    assert set(seen) == set(chosen.points)
    # 400 expected of each, standard deviation 16.
    assert all(330 < count < 470 for count in seen.values())
    with pytest.raises(SearchError, match=r"7 points of mine: legal are 0\.\.6"):
        chosen.sample(7)


@pytest.mark.parametrize(
    ("label", "reason"),
    [
        ("UF3-PP1L", "unroll 3: not in the file; legal: 1, 2"),
        ("UF1-PP1L-KT", "key_sbox tower: not in the file; legal: same"),
        ("UF1-PP1L-STALL", "flow stall: not in the file; legal: none"),
        ("UF2-PP1D", "constraint unroll == 1 or sbox != 'rom': not met: too large"),
        ("UF2-PP0B", "cut_every 2: with sbox=bram and key_sbox=bram the start cut is"),
    ],
)
def test_a_point_outside_is_explained(label: str, reason: str) -> None:
    chosen = space(
        '[axes]\nunroll = [1, 2]\nsbox = ["bram", "logic", "rom"]\n'
        '[[constraints]]\nrule = "unroll == 1 or sbox != \'rom\'"\nwhy = "too large"'
    )
    assert parse_build(label) not in chosen
    assert any(text.startswith(reason) for text in chosen.explain(parse_build(label)))
    assert chosen.explain(parse_build("UF2-PP1L")) == []


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("version = 2", "version: 2; legal: 1"),
        ('name = "no version"', "version: is missing; legal: 1"),
        ("version = ", "not TOML"),
        (HEAD, "no axes and no points"),
        (HEAD + "axis = 1", "axis: no such key; legal: version, name, doc, axes"),
        (HEAD + "[axes]\nunrol = 1", "no axis 'unrol'; legal: key_bits, .*did you mean unroll"),
        (HEAD + "[axes]\nmode = 'CTR'", "did you mean the key 'around', above \\[axes\\]"),
        (HEAD + "[axes]\naround = ['CTR']", "'around' is no axis but a key of the file"),
        (HEAD + "[axes]\nunroll = 15", r"unroll: 15; legal: 1\.\.14"),
        (HEAD + "[axes]\nunroll = []", r"unroll: no value at all; legal: 1\.\.14"),
        (
            HEAD + "[axes]\nunroll = { from = 4, to = 1 }",
            r"unroll: a range from 4 to 1 has no value; legal: 1\.\.14",
        ),
        (HEAD + "[axes]\nunroll = true", r"axes: unroll: true; legal: 1\.\.14"),
        (HEAD + "[axes]\nunroll = { from = 1, too = 2 }", "too: no such key; legal: from, to"),
        (HEAD + "[axes]\nunroll = { from = 1, to = 9, step = 0 }", r"unroll\.step: 0: give at le"),
        (HEAD + "[axes]\nunroll = { from = -1, to = 9 }", r"unroll\.from: -1: give at least 0"),
        (HEAD + "[axes]\nunroll = { from = 1, to = 'x' }", r"unroll\.to: 'x': give a whole number"),
        (HEAD + "[axes]\ncuts = { subsets = ['sub'], at_most = 0 }", r"cuts\.at_most: 0: give at"),
        (HEAD + "[axes]\ncuts = { subsets = 'sub' }", r"cuts\.subsets: 'sub': give a list"),
        (HEAD + "[axes]\ncuts = { subsets = [], always = [] }", r"subsets and always name no pos"),
        (HEAD + "[axes]\nunroll = {}", r"unroll\.from: is missing"),
        (HEAD + '[axes]\ncuts = { always = ["start"] }', "axes.cuts.subsets: is missing"),
        ("version = true\nname = 'mine'", "version: True; legal: 1"),
        (HEAD + "[axes]\nunroll = [3.5]", r"unroll\.0: 3\.5: give a whole number, a text, true or"),
        (HEAD + "[axes]\ncuts = [[1]]", r"cuts\.0: give a whole .* legal: a mask 0x1.*\(start\+"),
        (HEAD + "[axes]\nkey_bits = 64", "key_bits: 64; legal: 128, 192, 256"),
        (HEAD + '[axes]\nsbox = "towr"', "sbox: 'towr'; legal: bram, .*did you mean tower"),
        (HEAD + "[axes]\nsbox = { from = 1, to = 2 }", "sbox: a range; legal are bram, rom"),
        (HEAD + '[axes]\nunroll = { subsets = ["start"] }', "unroll: sets of cut .*cuts only"),
        (HEAD + '[axes]\ncuts = "PP0"', 'cuts: \'PP0\' .*legal: "start" with cut_every "unroll"'),
        (HEAD + '[axes]\ncuts = "begin"', "cuts: no cut position 'begin'; legal: a mask 0x1"),
        (HEAD + "[axes]\ncuts = 0", "cuts: 0; legal: a mask 0x1\\.\\.0xfff"),
        (HEAD + '[axes]\ncuts = { subsets = ["sub"], at_least = 2 }', "no set of positions has 2"),
        (HEAD + "[axes]\nunroll = 1\n[[also]]\nunroll = 99", r"unroll: 99; legal: 1\.\.14"),
        (HEAD + "[axes]\nunroll = 1\n[[also]]\nunrol = 2", "no axis 'unrol'.*did you mean unroll"),
        (HEAD + 'points = ["UF1-PP0L"]\n[[also]]\nunroll = 2', "also without axes"),
        (HEAD + 'points = ["UF1"]', "points: label 'UF1'.*is missing"),
        (HEAD.replace("25f", "26f"), "unknown device 'lfe5u-26f-6'; near: LFE5U-25F-6"),
        (HEAD + 'objectives = ["luts"]', "unknown objective 'luts': legal are throughput_gbps"),
        (HEAD + 'fidelity = "model"', "fidelity: 'model': legal: synth, route, checked, seeds"),
        (HEAD + "[budget]\nhours = 0", "budget.hours: 0: give more than 0"),
        (HEAD + "[budget]\nhours = inf", "budget.hours: inf: .*finite"),
        (HEAD + "[budget]\nhours = 1e300", r"budget.hours: 1e\+300: "),
        (HEAD + "[axes]\nunroll = 1\n[[constraints]]\nwhy = 'x'", r"constraints\.0: nothing: one"),
        (HEAD + "[axes]\nunroll = 1\n[[constraints]]\nrule = 'rounds > 1'", "'rounds' is no axis"),
    ],
)
def test_a_wrong_file_is_refused_in_one_line(text: str, message: str) -> None:
    with pytest.raises(SpaceFileError, match=message) as caught:
        loads(text)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("rule", "message"),
    [
        ('sbox == "towr"', "sbox is never 'towr'; legal: bram, "),
        ('unroll > 1 or sbox not in ["line", "towr"]', "sbox is never 'towr'"),
        ('"towr" != sbox', "sbox is never 'towr'"),
        ("unroll == 99", r"unroll is never 99; legal: 1\.\.14"),
        ("1 < unroll != 99", "unroll is never 99"),
        ('key_sbox == "same"', "key_sbox is never 'same'; legal: [a-z, ]*lut$"),
        ('cut_every == "unroll"', r"cut_every is never 'unroll'; legal: 1\.\.14$"),
        ('cuts == "start"', r"cuts is never 'start'; legal: a mask 1\.\.4095"),
    ],
)
def test_a_rule_on_what_no_axis_is_is_refused(rule: str, message: str) -> None:
    with pytest.raises(SpaceFileError, match=message):
        loads(HEAD + f"[axes]\nunroll = [1, 2]\n[[constraints]]\nrule = '{rule}'")


@pytest.mark.parametrize(
    "rule", ["unroll < 99", "cuts == 1", 'sbox == "tower"', 'recipe == "widelut"', "whole == 0"]
)
def test_a_rule_that_may_bind_is_read(rule: str) -> None:
    assert loads(HEAD + f"[axes]\nunroll = [1, 2]\n[[constraints]]\nrule = '{rule}'")


@pytest.mark.parametrize(
    "rule", ["'a' * 9999999999 == sbox", "'%0999999999d' % unroll == sbox", "sbox + sbox == 'a'"]
)
def test_only_numbers_are_reckoned_with(rule: str) -> None:
    file = loads(HEAD + f'[axes]\nunroll = [1, 2]\n[[constraints]]\nrule = "{rule}"')
    with pytest.raises(SpaceFileError, match="values that do not go together"):
        DesignSpace(file).check()


def test_files_are_read_and_missing_ones_named(tmp_path: Path) -> None:
    path = tmp_path / "my.toml"
    path.write_text(HEAD + "[axes]\nunroll = [1, 2]")
    assert load(path).name == "mine"
    with pytest.raises(SpaceFileError, match=r"no space is named 'defalt'.*did you mean default"):
        load("defalt")
    with pytest.raises(SpaceFileError, match=r"gone\.toml: No such file"):
        load(tmp_path / "gone.toml")


def test_a_space_without_end_is_refused() -> None:
    wide = "subsets = ['start', 's1', 's2', 's3', 's4', 's5', 's6', 's7', 'sub', 'm1', 'mix']"
    body = f"[axes]\ncuts = {{ {wide} }}\nunroll = {{ from = 1, to = 10 }}\n"
    with pytest.raises(SpaceFileError, match=f"legal: at most {LARGEST}; cuts has most values"):
        space(body + "tag_bits = { from = 1, to = 32 }")


def test_a_rule_that_cannot_be_reckoned_is_named_with_its_place() -> None:
    chosen = space("[axes]\nunroll = [1, 2]\n[[constraints]]\nrule = 'unroll // 0 > 5'")
    with pytest.raises(SpaceFileError, match=r"mine: constraints\.0\.rule: .*by zero"):
        assert chosen.points


def test_a_rule_that_cannot_be_reckoned_names_the_file_that_was_given(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    rule = "[axes]\nunroll = [1, 2]\n[[constraints]]\nrule = 'unroll // 0 > 5'"
    path.write_text(HEAD + rule, encoding="utf-8")
    with pytest.raises(SpaceFileError, match=rf"^{path}: constraints\.0\.rule: .*by zero"):
        assert DesignSpace(load(path)).points


def test_a_space_of_nothing_says_what_it_was_drawn_from() -> None:
    chosen = space("[axes]\nunroll = [1, 2]\n[[constraints]]\nrule = 'unroll > 5'")
    with pytest.raises(SearchError, match="mine has no legal point among its 2 combinations"):
        chosen.problem("LFE5U-25F-6")
    illegal = space("[axes]\nwidth = 8\nunroll = 10")
    said = r"among its 1 combination: of the first, width 8: a datapath below one round"
    with pytest.raises(SearchError, match=said):
        illegal.problem("LFE5U-25F-6")


def test_the_schema_describes_the_packaged_files() -> None:
    found = schema()
    assert json.loads(json.dumps(found)) == found
    keys = set(found["properties"])
    for name in packaged():
        folder = Path(str(load.__globals__["__file__"])).parent / "spaces"
        assert set(tomllib.loads((folder / f"{name}.toml").read_text())) <= keys
    assert "unroll" in found["properties"]["axes"]["propertyNames"]["enum"]


def test_a_problem_has_the_fidelities_of_its_device() -> None:
    chosen = space("[axes]\nunroll = [1, 2]")
    assert chosen.problem("LFE5U-25F-6").fidelities[-1] is Fidelity.SEEDS
    assert chosen.problem("LFE5U-25F-6").measuring is Fidelity.ROUTE
    assert chosen.problem("XC2V4000").fidelities == (Fidelity.SYNTH,)


@pytest.mark.parametrize(
    ("rule", "holds"),
    [
        ("unroll == 4", True),
        ("1 < unroll <= 4", True),
        ("1 < unroll < 4", False),
        ("sbox in ['rom', 'logic'] and not unroll % 3 == 0", True),
        ("sbox not in ('rom', 'tower')", False),
        ("ones(cuts) == 3 and cuts & 0x100", True),
        ("unroll // 3 + 2 * 3 - 1 == 6", True),
        ("-unroll > 0 or sbox == 'logic'", False),
    ],
)
def test_rules_mean_what_they_say(rule: str, holds: bool) -> None:
    values = {"unroll": 4, "sbox": "rom", "cuts": 0x901}
    assert Expression(rule, values).holds(values) is holds


@pytest.mark.parametrize(
    "rule",
    [
        "__import__('os').system('true')",
        "unroll.__class__",
        "(lambda: 1)()",
        "[x for x in (1, 2)]",
        "2 ** 100000000",
        "1 << 100000000",
        "f'{unroll}'",
        "unroll := 3",
        "ones(cuts, 2)",
        "eval('1')",
        "1.5 < unroll",
        "unroll ==",
        "unroll == 1 " * 100,
    ],
)
def test_a_rule_runs_nothing(rule: str) -> None:
    with pytest.raises(ExpressionError, match=r"legal|at most"):
        Expression(rule, ("unroll", "cuts"))


def test_a_rule_that_fails_on_values_says_so() -> None:
    with pytest.raises(ExpressionError, match="rule 'unroll // cut_every == 1'"):
        Expression("unroll // cut_every == 1", ("unroll", "cut_every")).holds(
            {"unroll": 1, "cut_every": 0}
        )


def test_axis_values_are_expanded_once_each() -> None:
    assert expand("unroll", (2, 1, 2)) == (2, 1)


def test_an_axis_of_booleans() -> None:
    text = HEAD + '[axes]\nunroll = 10\nsbox = "tower"\ncuts = "PP3"\n'
    both = DesignSpace(loads(text + "whole = [false, true]\n"))
    assert {point.fields["whole"] for point in both.points} == {False, True}
    assert {
        point.fields["whole"] for point in DesignSpace(loads(text + "whole = true\n")).points
    } == {True}
    with pytest.raises(SpaceFileError, match="whole: 2; legal: true, false"):
        loads(text + "whole = 2\n")
    with pytest.raises(SpaceFileError, match=r"lanes: true; legal: 1\.\.16"):
        loads(text + "lanes = true\n")


def test_a_default_that_follows_is_no_reason() -> None:
    space = DesignSpace(loads(HEAD + '[axes]\nunroll = [1, 2]\nsbox = "tower"\n'))
    reasons = space.explain(parse_build("UF3-PP1T"))
    assert [reason.split(":")[0] for reason in reasons] == ["unroll 3"]


def test_a_mark_of_byte_order_is_no_text(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(HEAD + "[axes]\nunroll = 1\n", encoding="utf-8-sig")
    assert load(path).name == loads(HEAD + "[axes]\nunroll = 1\n").name
