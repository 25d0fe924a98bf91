"""A space file of the user's own says what may be the answer, and `--fix` what its values mean."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from aesculus import api
from aesculus.api import runs
from aesculus.cli.app import app
from aesculus.design import parse_build
from aesculus.errors import InputError, RunError
from aesculus.search.designspace import DesignSpace
from aesculus.search.spacefile import load

DEVICE = "LFE5U-85F-8"
HEAD = f'version = 1\nname = "mine"\ndevices = ["{DEVICE}"]\n'


def own(tmp_path: Path, body: str) -> str:
    path = tmp_path / "mine.toml"
    path.write_text(HEAD + body, encoding="utf-8")
    return str(path)


@pytest.mark.parametrize(
    "body",
    [
        'points = ["AES256-UF14-PP3B", "UF5-PP3B"]\n[axes]\nunroll = 1\nsbox = "rom"\n',
        '[axes]\nunroll = [1, 2]\nsbox = ["bram", "rom"]\n'
        "[[constraints]]\nrule = \"sbox != 'bram'\"\n",
        '[axes]\nkey_bits = 256\nsbox = "bram"\n'
        '[[also]]\nkey_bits = 128\nunroll = 5\ncuts = "PP3"\n',
        'around = ["CTR", "CBC"]\n[axes]\nunroll = [1, 10]\nsbox = "bram"\ncuts = "PP2"\n',
    ],
)
def test_an_answer_is_one_of_the_space(tmp_path: Path, body: str) -> None:
    space = own(tmp_path, body)
    points = DesignSpace(load(space)).points
    for rate in ("10Gbps", "100Mbps", None):
        found = api.pick(DEVICE, throughput=rate, space=space, known=True, store=tmp_path / "no.db")
        rows = [found.answer.best, *found.answer.runners_up, found.unverified]
        rows += [miss.row for miss in found.answer.nearest]
        assert all(parse_build(row.label) in points for row in rows if row is not None)


def test_a_design_that_is_listed_beside_axes_is_an_answer(tmp_path: Path) -> None:
    space = own(tmp_path, 'points = ["UF5-PP3B"]\n[axes]\nunroll = 1\nsbox = "rom"\n')
    found = api.pick(DEVICE, space=space, throughput="10Gbps", known=True, store=tmp_path / "no.db")
    assert found.refused is None
    assert found.answer.best is not None
    assert found.answer.best.label == "UF5-PP3B"


@pytest.mark.parametrize(
    ("fixes", "field", "value"),
    [
        (["sbox=bram", "unroll=5", "key_sbox=same"], "key_sbox", "bram"),
        (["unroll=2", "cut_every=unroll"], "cut_every", 2),
        (["sbox=tower", "unroll=2", "cuts=PP0"], "cut_every", 2),
    ],
)
def test_a_word_that_is_fixed_is_kept(
    tmp_path: Path, fixes: list[str], field: str, value: object
) -> None:
    found = api.pick(DEVICE, throughput="1Gbps", fix=fixes, known=True, store=tmp_path / "no.db")
    rows = [found.answer.best, *found.answer.runners_up]
    rows += [miss.row for miss in found.answer.nearest]
    known = [row for row in rows if row is not None]
    assert known
    assert all(row.design[field] == value for row in known)


def test_fixed_words_leave_the_designs_of_a_paper(tmp_path: Path) -> None:
    found = api.pick(
        DEVICE, space="asu", fix=["key_sbox=same"], known=True, store=tmp_path / "no.db"
    )
    assert found.answer.best is not None


def test_values_without_a_point_are_refused_whatever_the_goal(tmp_path: Path) -> None:
    for rate in ("1Gbps", "4Gbps"):
        with pytest.raises(InputError, match="no legal point with sbox=bram, unroll=5, cuts=PP0"):
            api.pick(
                DEVICE,
                throughput=rate,
                fix=["sbox=bram", "unroll=5", "cuts=PP0"],
                known=True,
                store=tmp_path / "no.db",
            )


def test_a_count_beyond_all_devices_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="lut at most 9223372036854775808; legal: 0 to "):
        api.pick("XC2V4000", max_lut=2**63, known=True, store=tmp_path / "no.db")


def test_results_that_are_forgotten_meanwhile_are_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runs, "run_wants", lambda *_args, **_more: None)
    with pytest.raises(RunError, match="UF1-PP0T were forgotten while it ran"):
        api.verify("UF1-PP0T", store=tmp_path / "s.db")


@pytest.mark.parametrize(
    "body",
    ['[axes]\nunroll = 1\nrecipe = ["default", "nosuch"]\n', 'points = ["UF1-PP0T+nosuch"]\n'],
)
def test_an_unknown_recipe_is_refused_before_anything_runs(tmp_path: Path, body: str) -> None:
    space = own(tmp_path, body)
    for command in (["pick", "-d", DEVICE], ["explore"]):
        store = tmp_path / "none.db"
        result = CliRunner().invoke(app, [*command, "--space", space, "--store", str(store)])
        assert result.exit_code == 2
        assert f"{space}: axes.recipe: unknown recipe 'nosuch'; known: default" in result.stderr
        assert not store.exists()
    assert CliRunner().invoke(app, ["space", space]).exit_code == 2
