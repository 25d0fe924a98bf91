"""A mistake in any part of the core fails its point: one mutation of the RTL for each part."""

import shutil
from pathlib import Path

import pytest

from aesculus.ciphers.aes.space import DesignPoint, check, parse
from aesculus.records import Status
from aesculus.resources import rtl_dir, rtl_files
from aesculus.stages.simulation import verify_rtl

pytestmark = pytest.mark.sim


@pytest.mark.parametrize(
    ("label", "file", "right", "wrong", "said"),
    [
        pytest.param(
            "AES128D-UF1-PP0D",
            "key/aesculus_key_step.sv",
            "assign backward[2] = window[Kept+2]",
            "assign backward[2] = window[Kept+3]",
            "wrong block",
            marks=pytest.mark.long,
            id="decryption",
        ),
        pytest.param(
            "AES192ED-UF1-PP0D",
            "core/aesculus_slots.sv",
            "'{inv: in_decrypt_i,",
            "'{inv: 1'b0,",
            "wrong block",
            marks=pytest.mark.long,
            id="direction of a block",
        ),
        pytest.param(
            "UF1-PP0D-STORED",
            "key/aesculus_key_store.sv",
            "assign ready_o     = ready_q && phase_q == Idle;",
            "assign ready_o     = ready_q;",
            "wrong block",
            marks=pytest.mark.long,
            id="block enters while its key expands",
        ),
        pytest.param(
            "UF1-PP0D-STORED-STALL",
            "key/aesculus_key_store.sv",
            "phase_q == Idle && count_q[!bank_q] == '0 && live_i;",
            "phase_q == Idle && live_i;",
            "wrong block",
            id="bank in use is overwritten",
        ),
        pytest.param(
            "UF1-PP0D-STORED",
            "key/aesculus_key_store.sv",
            "ready_q <= 1'b0;",
            "ready_q <= ready_q;",
            "before any key",
            marks=pytest.mark.long,
            id="key survives a reset",
        ),
        pytest.param(
            "AES128D-UF1-PP0D-EXT",
            "key/aesculus_round_keys.sv",
            "numbers[choice] = 5'(Nr - r);",
            "numbers[choice] = 5'(Nr - (r == 3 ? 4 : r));",
            "wrong block",
            marks=pytest.mark.long,
            id="external round key",
        ),
        pytest.param(
            "AES256-UF1-PP0D-FIXED",
            "key/aesculus_key_pkg.sv",
            "nk == 8 && i % nk == 4",
            "nk == 8 && i % nk == 5",
            "wrong block",
            marks=pytest.mark.long,
            id="fixed key",
        ),
        pytest.param(
            "RF2-UF1-PP0D",
            "core/aesculus_cipher_path.sv",
            "Ciphers ? entry_block[l] ^",
            "Ciphers ? entry_block[Lanes-1-l] ^",
            "blocks in the wrong lanes",
            marks=pytest.mark.long,
            id="lanes",
        ),
        pytest.param(
            "RF3S-UF1-PP0D",
            "core/aesculus_cipher_path.sv",
            ".key_end_i(key_end_i[p][l%Keys])",
            ".key_end_i(key_end_i[p][l/2])",
            "in lane 1",
            marks=pytest.mark.long,
            id="keys of the lanes",
        ),
        pytest.param(
            "UF10-PP0D-IN1-FIXED",
            "core/aesculus_slots.sv",
            "aesculus_cut #(.Width($bits(note_t)), .Depth(EntryCuts)) u_entry_note",
            "aesculus_cut #(.Width($bits(note_t)), .Depth(0)) u_entry_note",
            "wrong tag",
            marks=pytest.mark.long,
            id="entry registers",
        ),
        pytest.param(
            "UF1-PP0F",
            "core/aesculus_cipher_path.sv",
            "apply_block(Back,",
            "apply_block(Domain,",
            "wrong block",
            marks=pytest.mark.long,
            id="whole cipher in the tower field",
        ),
        pytest.param(
            "UF1-PP0F-G5fc",
            "aesculus_field_pkg.sv",
            "return whole ? phi(resolve_basis(basis)) : identity();",
            "return whole ? phi(DefaultBasis) : identity();",
            "wrong block",
            marks=pytest.mark.long,
            id="basis",
        ),
        pytest.param(
            "UF1-PP0D",
            "core/aesculus_slots.sv",
            "valid[p] && pass[p] != FinalPass}",
            "valid[p] && pass[p] != pass_t'(13)}",
            "1/14 blocks a cycle, where this point should pass 1/10",
            marks=pytest.mark.long,
            id="slot freed late",
        ),
        pytest.param(
            "AES128ED-UF1-C201D-STORED",
            "core/aesculus_slots.sv",
            "localparam int unsigned SubDepth = count_cuts(cuts_t'(RoundCuts[CutSub:CutStart]));",
            "localparam int unsigned SubDepth = count_cuts(cuts_t'(RoundCuts[CutPre:CutStart]));",
            "wrong block",
            marks=pytest.mark.long,
            id="cut before MixColumns",
        ),
    ],
)
def test_a_mutation_fails_its_point(
    label: str,
    file: str,
    right: str,
    wrong: str,
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    copy = tmp_path / "rtl"
    shutil.copytree(rtl_dir(), copy)
    text = (copy / file).read_text(encoding="utf-8")
    assert text.count(right) == 1, "the RTL has changed: choose another place for the mistake"
    (copy / file).write_text(text.replace(right, wrong), encoding="utf-8")
    sources = [copy / source.relative_to(rtl_dir()) for source in rtl_files()]
    monkeypatch.setattr(DesignPoint, "sources", lambda _: sources)
    point = parse(label)
    check(point)
    outcome = verify_rtl(point, workdir=tmp_path / "work")
    assert outcome.status is Status.FAILED
    assert said in outcome.reason
