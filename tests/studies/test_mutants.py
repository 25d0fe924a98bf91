"""Mutants drawn by Yosys: the bench catches them, and what it does not catch changes nothing."""

import json
import re
from pathlib import Path

import pytest

from aesculus.ciphers.aes.space import is_legal, parse
from aesculus.resources import rtl_files
from aesculus.studies.mutation import constants, mutants, reasons
from aesculus.studies.mutation import proof as mutant_proof
from aesculus.studies.mutation import run as mutant_run
from aesculus.studies.mutation.fates import Fate
from aesculus.studies.mutation.reasons import reason
from aesculus.studies.mutation.score import judge
from aesculus.tools import Failure, ToolError
from project.sources import ROOT
from rtl_sources import spoilt

_POINT = parse("UF1-PP0L-STORED-STALL-TAG3")
_COUNT = 12


@pytest.mark.sim
@pytest.mark.long
def test_the_bench_catches_a_draw_of_mutants(tmp_path: Path) -> None:
    judged = judge(_POINT, _COUNT, seed=0, workdir=tmp_path, induction_s=20, jobs=2)
    assert len(judged) > _COUNT * 3 // 4
    assert len({each.mutant.module for each in judged}) > 4
    alive = [each for each in judged if each.fate is Fate.SURVIVED]
    caught = [each.mutant.number for each in judged if each.fate is Fate.CAUGHT]
    assert len(caught) >= 9 * len(alive), [each.as_row() for each in alive]
    # What the bench sees cannot be proved away.
    mutated = mutant_proof.graph(tmp_path / mutants.MUTATED_RTLIL, 300)
    seen = caught[:2]
    proofs = {
        mutant_proof.same_logic: 60,
        mutant_proof.never_other: 60,
        mutant_proof.same_for_ever: 10,
    }
    for same, limit_s in proofs.items():
        found = mutant_proof.equivalent(mutated, seen, same, workdir=tmp_path, timeout_s=limit_s)
        assert found == frozenset()


def test_a_mutant_is_placed_in_the_module_that_made_the_cell() -> None:
    line = (
        "mutate -mode inv -module aesculus_mutated -cell $7 -port A -portbit 2 -wire u_core.x "
        "-src /a/aesculus_core.sv:7.3 "
        "-src /a/aesculus_ring.sv:60.35-60.50 -src /a/aesculus_pkg.sv:9.1-9.8"
    )
    names = frozenset({"aesculus_core", "aesculus_ring", "aesculus_pkg"})
    mutant = mutants._parsed(5, line, names)
    assert (mutant.module, mutant.line, mutant.what) == (
        "aesculus_ring",
        60,
        "inv A[2] of u_core.x",
    )
    assert mutant.numbered.startswith("mutate -ctrl mutant 16 5 -mode inv -module aesculus_mutated")
    of_function = mutants._parsed(
        5, line.replace("aesculus_ring", "b").replace("aesculus_core", "b"), names
    )
    assert of_function.module == "aesculus_pkg"


def test_too_many_mutants_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="65536 mutants; legal: 1 to 65535"):
        mutants.draw(_POINT, 65536, seed=0, workdir=tmp_path)


def test_every_reason_is_of_something_in_the_sources() -> None:
    lines = {path.stem: path.read_text("utf-8").splitlines() for path in rtl_files()}
    words = set(re.findall(r"\w+", "\n".join("\n".join(each) for each in lines.values())))
    for rule in reasons.rules():
        if rule["module"] == mutants.MUTATED:
            # A cell that Yosys made of no line: it is known by its number, at one point.
            assert is_legal(parse(rule["point"]))
            assert "$" in rule["what"], rule
            continue
        assert any(rule.get("line", "") in line for line in lines[rule["module"]]), rule
        # Of a place among the cells the names are instances, blocks and signals.
        what = rule.get("what", "").replace(" is one more than ", " ")
        assert set(re.findall(r"\b[A-Za-z]\w+", what)) <= words | {"inv", "cnot1"}, rule


def test_every_reason_is_of_a_survivor_of_the_committed_run() -> None:
    body = json.loads((ROOT / "benchmarks/results/mutants.json").read_text("utf-8"))
    said = {each["why"] for row in body["points"] for each in row["mutants"]}
    assert [rule["why"] for rule in reasons.rules() if rule["why"] not in said] == []


def test_a_reason_is_found_by_source_and_place() -> None:
    key = mutants.Mutant(1, "mutate", "aesculus_key_store", 158, "inv A[2] of $2524")
    assert "other cycles" in reason(key, "        count_q[b] <= count_q[b] + Count'(1);", _POINT)
    assert reason(key, "      key_q <= key_i;", _POINT) == ""
    what = "const1 Q[0] of u_core.u_prepare.u_slots.u_out_note.wipe_q"
    note = mutants.Mutant(2, "mutate", "aesculus_result_reg", 38, what)
    assert "prepared block" in reason(note, "", _POINT)
    assert reason(mutants.Mutant(3, "mutate", "aesculus_core", 1, what), "", _POINT) == ""


def test_a_reason_is_of_the_points_where_it_is_true() -> None:
    made = next(rule for rule in reasons.rules() if rule["module"] == mutants.MUTATED)
    cell = mutants.Mutant(4, "mutate", made["module"], 0, f"const1 {made['what']}")
    assert reason(cell, "", parse(made["point"])) == made["why"]
    assert reason(cell, "", parse("UF2-PP0L")) == ""
    line = "      assign masked[i] = joins_q[i] ? sub_out : '0;"
    flip = mutants.Mutant(5, "mutate", "aesculus_key_step", 161, "const1 A[6] of $1903")
    assert "preparing ring" in reason(flip, line, parse("AES256ED-UF1-PP2D-CREDIT"))
    assert reason(flip, line, parse("AES256D-UF1-PP2D-CREDIT")) == ""


def test_what_a_tool_says_names_no_folder() -> None:
    said = "%Error: /x/y-1/constants/build8/aesculus_point.sv:2: no end after 1/2 of it"
    found = mutant_run.failed(3, ToolError(Failure.CRASH, "simulation", said))
    assert (found.caught, found.why) == (
        True,
        "%Error: aesculus_point.sv:2: no end after 1/2 of it",
    )


def test_survivors_have_the_reasons_of_today() -> None:
    what = "inv Q[0] of u_prepare.u_slots.u_out_note"
    row = {"number": 5, "module": "aesculus_result_reg", "line": 1, "what": what}
    lived = {**row, "fate": "survived", "why": "as was said then"}
    caught = {**row, "fate": "caught", "why": "wrong block"}
    told = reasons.told_again("UF1-PP0D", [lived, caught])
    assert told[0]["why"].startswith("what stands beside")
    assert told[1] == caught
    other = {**lived, "module": "aesculus_core"}
    assert reasons.told_again("UF1-PP0D", [other])[0]["why"] == ""


@pytest.mark.synth
@pytest.mark.long
def test_another_circuit_of_an_sbox_is_proved_to_be_the_same(tmp_path: Path) -> None:
    right = "if (Kind == SboxLine || Kind == SboxShallow) begin"
    turned = right.replace("if (", "if (!(").replace(") begin", ")) begin")
    mistakes = {
        "turned": ("aesculus_sub_bytes.sv", right, turned),
        "wrong": ("aesculus_pkg.sv", "a[7] ? 8'h1b", "a[7] ? 8'h1d"),
    }
    graphs = []
    for name in ("right", *mistakes):
        folder = tmp_path / name
        folder.mkdir()
        sources = spoilt(folder, *mistakes[name]) if name in mistakes else rtl_files()
        mutants.elaborate(parse("UF1-PP0L-TAG3"), folder, timeout_s=300, files=sources)
        graphs.append(mutant_proof.graph(folder / mutants.ELABORATED, 300))
    core, same, other = graphs
    # Registers in the S-box have other names, and of those without any several take the same.
    assert set(core.latches) != set(same.latches)
    assert mutant_proof.same_in_some_order(core, same, tmp_path, 600)
    assert not mutant_proof.same_in_some_order(core, other, tmp_path, 600)


def test_what_is_constant_is_mutated_in_the_sources(tmp_path: Path) -> None:
    source = tmp_path / "aesculus_some.sv"
    source.write_text(
        "  localparam int unsigned Steps = 16;  // a turn\n"
        "  if (Width == 32) begin : gen_column\n"
        "  aesculus_cut #(.Width(8), .Depth(EntryCuts)) u_cut (\n"
        "  localparam logic [7:0] Affine = 8'h63;\n"
        "  if (en_i) begin\n"
        "  assign a = b;\n",
        encoding="utf-8",
    )
    found = {(site.line, site.text) for site in constants.sites([source])}
    assert found == {
        (1, "  localparam int unsigned Steps = 17;  // a turn"),
        (2, "  if (!(Width == 32)) begin : gen_column"),
        (3, "  aesculus_cut #(.Width(8), .Depth((EntryCuts) + 1)) u_cut ("),
        (4, "  localparam logic [7:0] Affine = 8'h62;"),
    }


def test_every_kind_of_constant_of_the_rtl_has_places() -> None:
    found = constants.sites(rtl_files())
    assert len(found) > 150
    assert len({site.file.stem for site in found}) > 20
    for kind in ("turns round", "one more than", "8'h"):
        assert any(kind in site.what for site in found), kind


@pytest.mark.sim
@pytest.mark.long
def test_the_bench_catches_mutants_of_what_is_constant(tmp_path: Path) -> None:
    judged = judge(_POINT, 1, seed=1, workdir=tmp_path, n_constants=3, jobs=2)
    own = [each for each in judged if not each.mutant.command]
    assert len(own) == 3
    assert [each.fate for each in own].count(Fate.CAUGHT) >= 2


@pytest.mark.synth
@pytest.mark.long
@pytest.mark.parametrize(
    ("file", "right", "wrong", "told"),
    [
        (
            "aesculus_slots.sv",
            "!clear_i && !wipe_i && (en_i ? last : last_q)",
            "en_i ? last : last_q",
            "a reset leaves ",
        ),
        (
            "aesculus_pkg.sv",
            "    return turn_cycles(cfg);",
            "    return turn_cycles(cfg) + 1;",
            "cleared_o comes 2 edges later and not 1",
        ),
        ("aesculus_pkg.sv", "", "", ""),
    ],
)
def test_what_a_mutant_leaves_refutes_it(
    file: str, right: str, wrong: str, told: str, tmp_path: Path
) -> None:
    """The bench sees none of these; one that leaves nothing in as many cycles is not refuted."""
    folders = [tmp_path / name for name in ("right", "mutant")]
    files = spoilt(tmp_path, file, right, wrong) if right else rtl_files()
    for folder, sources in zip(folders, (rtl_files(), files), strict=True):
        mutants.elaborate(parse("UF1-PP0P-TAG3"), folder, timeout_s=300, files=sources)
    core, mutant = (mutant_proof.graph(each / mutants.ELABORATED, 300) for each in folders)
    assert mutant_proof.leaves_nothing(core, tmp_path)
    found = mutant_proof.miscounted(mutant, mutant_proof.counted(core))
    found = found or mutant_proof.refuted(mutant, tmp_path)
    assert found.startswith(told) if told else found == ""
