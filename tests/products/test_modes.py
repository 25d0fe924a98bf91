"""The modes of SP 800-38A around cores: labels, rules, simulation, and that faults are found."""

from pathlib import Path

import pytest

from aesculus.design import IllegalDesignError, LabelError, parse
from aesculus.products.common.messages import Fault, Kind
from products.faults import assert_found
from products.recorded import verify_rtl
from samples import first

_SAMPLE = {
    "CTR.UF1-PP0L": ("1/10", 14),
    # A ring in which blocks go round twice, with registers beside it: room for all on their way.
    "CTR.UF5-PP1D": ("1/2", 15),
    # Two lanes, streams that are no power of two, and a counter that comes round.
    "CTR-W8-S3.RF2-UF1-PP0L-STALL": ("1/5", 13),
    "ECB-S2.AES192ED-UF1-PP0L-CREDIT": ("1/12", 28),
    # Three streams fill both rings.
    "CBC-S3.AES128ED-UF1-PP0L": ("1/10", 25),
    "CBC.AES256D-UF1-PP0L": ("1/14", 33),
    "CFB128-S2.UF1-PP0L": ("1/10", 13),
    "OFB.AES256-UF1-PP0L": ("1/15", 17),
    # Bytes in turn on two streams fill the ring; a bit waits for the one before. A block is taken
    # with its last segment, which waits at the door for the segment before it.
    "CFB8-S2.UF1-PP0L": ("1/160", 23),
    "CFB1.UF1-PP0L-STALL": ("1/1536", 23),
    # Nothing stops what is on its way to a fast core.
    "CTR-S3.UF10-PP1D": ("1/1", 20),
    # With one stream the header is read behind the door; words of the counter go their own ways.
    "CTR.UF10-PP1D": ("1/1", 21),
    "CTR.AES192-UF3-PP1D": ("1/4", 17),
    # Lanes count on from the first one's block, from words that are kept and from those at hand.
    "CTR.RF3-UF10-PP1D": ("3/1", 21),
    "CTR-S2.RF4-UF1-PP0L": ("2/5", 14),
}
"""Blocks per cycle and latency that follow from the ring."""

_NUMBER_OF_FILES = {"CTR": 1, "ECB": 5, "CBC": 5, "CFB128": 5, "OFB": 5, "CFB8": 5, "CFB1": 5}

_MUTANTS = {
    # The chain of another stream, or of the message before.
    ("CBC-S2.UF1-PP0L", "mem[wr_stream_i] <= data_i", "mem[0] <= data_i"),
    ("CBC-S2.UF1-PP0L", "if (!begun_of[w]) chain", "if (begun_of[w] && 0) chain"),
    # A stream's next block does not wait for its last result.
    ("OFB-S2.UF1-PP0L", "busy_q[stream] && !forward", "1'b0"),
    # Key stream leaves behind the end, and from a message with a fault.
    ("CTR.UF1-PP0L", "beat.bytes > BytesW'(b)", "1'b1"),
    ("CTR.UF1-PP0L", ".in_drop_i(fault)", ".in_drop_i(1'b0)"),
    ("CTR.UF10-PP1D", "drop: Fast && in_drop_i", "drop: 1'b0"),
    ("CTR.UF10-PP1D", "Fast && out_note.fault ? '0 : ", ""),
    ("CTR.UF1-PP0L", "fault = bad || faults", "fault = faults"),
    # A result is lost to who is slow, and a counter starts again.
    ("CTR.UF1-PP0L", "admit_q <= room != '0", "admit_q <= 1'b1"),
    ("CTR-W8.UF1-PP0L", "spent && !beat.none", "1'b0"),
    # A message that used every counter may end with nothing.
    ("CTR-W8.UF1-PP0L", "spent && !beat.none", "spent"),
    # Upper words of a lane's counter that its own lowest word did not ask for; that word itself.
    ("CTR.RF3-UF10-PP1D", "own.carry             = sums[l-1].carry", "own.carry = now.carry"),
    ("CTR.RF3-UF10-PP1D", "(Lanes + l + 1))\n", "(Lanes + 1))\n"),
    ("CTR-S2.RF4-UF1-PP0L", "if (now.carry) sums[l].carry = 1'b1;", ""),
    # A carry that ends in the word above it.
    ("CTR-S2.RF4-UF1-PP0L", "sum = sum + 1'b1;", "sum = {1'b1, 32'd0};"),
    ("CTR.RF3-UF10-PP1D", "sum = sum + 1'b1;", "sum = w > 1 ? {1'b1, 32'd0} : sum + 1'b1;"),
    # What comes on a stream that there is not goes in.
    ("CTR-S3.UF1-PP0L", "known      = 32'(in_stream_i) < Streams", "known      = 1'b1"),
    ("CFB8-S3.UF1-PP0L", " && 32'(in_stream_i) < Streams", ""),
    # An error is lost that is met while they are cleared.
    ("CTR.UF1-PP0L", "(clear_i ? '0 : error_q) | met", "clear_i ? '0 : error_q | met"),
    # What goes into the chain, and comes together of it.
    ("CFB8.UF1-PP0L", "chain << Segment", "chain"),
    ("CFB8.UF1-PP0L", "done ? '0 : sum", "sum"),
    ("CFB128.UF1-PP0L", "Mode == ModeCfb ? tap_sum : tap_block", "tap_block"),
    ("CBC.AES128D-UF1-PP0L", "header.decrypt ? chain : '0", "'0"),
    # In front of a fast core: a beat too many, a header too early, the counter of another message.
    ("CTR.UF10-PP1D", "room_q > (AddrW + 1)'(Unseen)", "room_q != '0"),
    ("CTR-S3.UF10-PP1D", "there_q <= full_q & full_d", "there_q <= full_d"),
    ("CTR-S3.UF10-PP1D", "next   = begun ? ", "next   = begun || stream != '0 ? "),
    # The header of the message before, once more; the shelf is given more than it holds.
    ("CTR.UF10-PP1D", "there_q & ~over", "there_q"),
    ("CTR.UF10-PP1D", "fetch   = some && ok_q", "fetch   = some"),
    # What a word hands on is of the word before the last carry.
    ("CTR.UF10-PP1D", "one_higher(kept_q.counter, w)", "{kept_q.ones[w-1], kept_q.higher[w-1]}"),
}


@pytest.mark.parametrize("text", [*_SAMPLE, "CTR-S64.UF10-PP2T"])
def test_a_label_reads_back(text: str) -> None:
    assert parse(text).label == text
    assert parse(text.lower()) == parse(text)
    assert parse(text).digest != parse(text.partition(".")[2]).digest


def test_options_have_one_order_and_defaults_are_left_out() -> None:
    assert parse("CTR-S2-W32.UF1-PP0T").label == "CTR-W32-S2.UF1-PP0T"
    assert parse("CTR-W128-S1.UF1-PP0T") == parse("CTR.UF1-PP0T")
    assert parse("CTR-W32.UF1-PP0T").fields["mode_counter_bits"] == 32


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("CTR-W7.UF1-PP0T", "'W7' is out of range; legal: CTR takes W8 to W128, S1 to S64"),
        ("CTR-W032.UF1-PP0T", "'W032' is out of range"),
        ("CBC-W32.UF1-PP0T", "'W32' is no option of a mode; legal: CBC takes S1 to S64"),
        ("CBC-S.UF1-PP0T", "'S' is out of range|'S' is no option"),
        ("CBC-S2-S3.UF1-PP0T", "'S3' comes twice"),
        ("CBC-.UF1-PP0T", "'' is no option"),
        ("CBC.CTR.UF1-PP0T", "token 2 'CTR'"),
    ],
)
def test_what_is_no_option_is_told(text: str, said: str) -> None:
    with pytest.raises(LabelError, match=said):
        parse(text)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("CTR.AES128D-UF1-PP0T", "CTR is around no core with direction decrypt; legal: both, enc"),
        ("CBC.UF1-PP1T-STORED", "no core with key schedule stored; legal: last, online"),
        ("CBC.RF2-UF1-PP0T", "no core with lanes 2; legal: 1$"),
        ("CTR.RF2S-UF1-PP0T", "no core with lane keys separate; legal: shared"),
        ("CTR-W32.RF3-UF1-PP0T", "no core with lanes 3; legal: a power of two"),
        ("CTR.UF11-PP0T", "UF11-PP0T is not a legal point"),
    ],
)
def test_a_core_that_does_not_fit_is_refused(text: str, said: str) -> None:
    with pytest.raises(IllegalDesignError, match=said):
        parse(text).check()


@pytest.mark.parametrize("text", _SAMPLE)
def test_published_answers_are_all_read(text: str) -> None:
    design = parse(text)
    found = list(design.answers.published(design))  # type: ignore[attr-defined]
    assert len({each.source for each in found}) == _NUMBER_OF_FILES[design.fields["mode"]]
    assert all(each.expect[0][0] is Kind.TEXT and each.expect[0][1] for each in found)


def test_a_counter_that_comes_round_is_among_the_misuse() -> None:
    from random import Random  # noqa: PLC0415

    design = parse("CTR-W8.UF1-PP0L")
    found = list(design.answers.misused(design, Random(1)))  # type: ignore[attr-defined]
    told = {fault for each in found for fault in each.faults}
    assert told == {Fault.KIND, Fault.LENGTH, Fault.IV, Fault.WRAP}


def test_an_iv_that_ecb_cannot_have_is_among_its_misuse() -> None:
    from random import Random  # noqa: PLC0415

    design = parse("ECB.UF1-PP0L")
    found = list(design.answers.misused(design, Random(1)))  # type: ignore[attr-defined]
    assert [len(each.iv) for each in found if Fault.IV in each.faults] == [17]


@pytest.mark.sim
@pytest.mark.parametrize("text", first(3, _SAMPLE))
def test_a_mode_is_right_and_as_fast_as_its_ring(text: str, tmp_path: Path) -> None:
    design = parse(text)
    design.check()
    found = verify_rtl(design, workdir=tmp_path)
    assert found.reason == ""
    rate, latency = _SAMPLE[text]
    assert found.metrics["blocks_per_cycle"] == rate
    assert found.metrics["latency_cycles"] == latency
    assert len(found.metrics["kat"]) == _NUMBER_OF_FILES[design.fields["mode"]]


@pytest.mark.sim
@pytest.mark.parametrize(
    "text",
    [
        # Each mode once, small; beats of three blocks; the most streams.
        *(f"{mode}.UF1-PP0L" for mode in ("CBC", "CFB128", "CFB8", "CFB1", "OFB")),
        "ECB-S2.RF3-AES128ED-UF1-PP0L",
        "CTR-S64.UF1-PP0L",
        "CTR.AXIS16.UF1-PP0L",
    ],
)
def test_every_block_mode_is_simulated_at_least_once(text: str, tmp_path: Path) -> None:
    found = verify_rtl(parse(text), workdir=tmp_path)
    assert found.reason == ""


@pytest.mark.long
@pytest.mark.sim
@pytest.mark.parametrize(("text", "right", "wrong"), sorted(_MUTANTS))
def test_a_fault_in_the_rtl_is_found(
    text: str, right: str, wrong: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert_found(
        parse(text), right, wrong, tmp_path, monkeypatch, among=lambda p: p.parent.name == "modes"
    )
