"""The bench and the checker catch every kind of wrong core, shown on a behavioural stand-in."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from aesculus.benches.check import Mismatch
from aesculus.benches.measure import MeasureError
from aesculus.benches.simulate import TOP, VERILATOR_ARGS, Verdict, bench_file, run_bench
from aesculus.benches.stimulus import Stimulus, plan
from aesculus.ciphers.aes.cipher import CIPHER
from aesculus.ciphers.aes.space import Direction, KeySchedule
from aesculus.design import Shape
from aesculus.tools import ToolError, verilator

pytestmark = pytest.mark.sim

Runner = Callable[..., Verdict]


def _stimulus(*, stallable: bool, seed: int = 7) -> Stimulus:
    shape = Shape(CIPHER, 128, Direction.ENCRYPT, 5, stallable, slots=4, lone_cycles=12)
    return plan(shape, seed=seed, blocks=300)


@pytest.fixture(scope="module")
def standin(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return verilator.build(
        [Path(__file__).with_name("standin.sv")],
        top=TOP,
        main=bench_file(),
        workdir=tmp_path_factory.mktemp("standin"),
        verilator_args=VERILATOR_ARGS,
    )


@pytest.fixture
def simulate(standin: Path, tmp_path: Path) -> Runner:
    def simulate(fault: int = 0, *, stallable: bool = True, seed: int = 7) -> Verdict:
        return run_bench(
            standin,
            _stimulus(stallable=stallable, seed=seed),
            workdir=tmp_path,
            timeout_s=60,
            fixed_latency=not stallable,
            plusargs=(f"+fault={fault}",),
        )

    return simulate


@pytest.mark.parametrize("stallable", [True, False])
def test_a_right_core_passes_and_is_measured(simulate: Runner, stallable: bool) -> None:
    verdict = simulate(stallable=stallable)
    assert verdict.blocks_per_cycle == Fraction(4, 13)
    assert verdict.latency_cycles == 12
    assert verdict.known_answers == {
        "ECBGFSbox128.rsp": 7,
        "ECBKeySbox128.rsp": 21,
        "ECBMMT128.rsp": 55,
        "ECBVarKey128.rsp": 128,
        "ECBVarTxt128.rsp": 128,
        "FIPS197": 2,
    }
    assert verdict.blocks > 341 + 4 * 300


def test_the_same_seed_gives_the_same_run(simulate: Runner) -> None:
    assert simulate(seed=3) == simulate(seed=3)
    assert simulate(seed=3).cycles != simulate(seed=4).cycles


@pytest.mark.parametrize(
    ("fault", "stallable", "said"),
    [
        pytest.param(1, True, "block lost or overtaken", id="lost"),
        pytest.param(2, True, "came out twice", id="doubled"),
        pytest.param(3, True, "block lost or overtaken", id="reordered"),
        pytest.param(4, True, "wrong block", id="corrupted"),
        pytest.param(5, True, "wrong tag", id="wrong tag"),
        pytest.param(6, True, "in_ready_o stays low", id="never ready again"),
        pytest.param(7, False, "latency of encrypted blocks is not fixed", id="late once"),
        pytest.param(8, True, "output changed while out_ready_i was low", id="unstable block"),
        pytest.param(9, True, "output changed while out_ready_i was low", id="valid withdrawn"),
        pytest.param(10, True, "from before the reset", id="survives a reset"),
        pytest.param(11, True, "never went in", id="valid without a reset"),
        pytest.param(12, True, "in phase", id="takes during a reset what it did not accept"),
        pytest.param(13, True, "wrong block|came out twice", id="key of the block before"),
        pytest.param(14, True, "no steady rate", id="no steady rate"),
        pytest.param(15, True, "came out twice|never went in", id="surplus"),
        pytest.param(16, True, "latency of lone encrypted block", id="time depends on data"),
        pytest.param(17, True, "4 blocks inside", id="never valid again"),
        pytest.param(18, True, "of a core that stores no key", id="takes a key it has no use for"),
        pytest.param(19, True, "show what was not delivered", id="shows a result before its time"),
        pytest.param(20, True, "transfer is offered or taken", id="ready in a reset"),
        pytest.param(21, True, "from before the clear", id="survives a clear"),
        pytest.param(
            22, True, "show what was not delivered", id="shows an old result after a clear"
        ),
        pytest.param(23, True, "no transfer for", id="never cleared"),
        pytest.param(24, True, "before cleared_o", id="cleared too early"),
        pytest.param(
            25, True, "before cleared_o, which has to last", id="cleared_o falls by itself"
        ),
        pytest.param(26, True, "show what was not delivered", id="tag of another result"),
        pytest.param(27, True, "transfer is offered or taken", id="valid in a reset"),
        pytest.param(28, True, "show what was not delivered", id="shows a result in a reset"),
    ],
)
def test_a_wrong_core_is_caught(simulate: Runner, fault: int, stallable: bool, said: str) -> None:
    with pytest.raises((Mismatch, MeasureError), match=said) as caught:
        simulate(fault, stallable=stallable)
    assert "\n" not in str(caught.value)


def test_a_wrong_block_is_named_in_full(simulate: Runner) -> None:
    with pytest.raises(Mismatch) as caught:
        simulate(4)
    vector = _stimulus(stallable=True).phases[1].beats[499 - 341][0]
    corrupt = (int.from_bytes(vector.expected, "big") ^ (1 << 77)).to_bytes(16, "big")
    for part in (str(vector), vector.key, vector.data, vector.expected, corrupt):
        assert (part if isinstance(part, str) else part.hex()) in str(caught.value)
    assert "in cycle" in str(caught.value)


def test_a_stimulus_for_another_key_width_is_refused(standin: Path, tmp_path: Path) -> None:
    shape = Shape(CIPHER, 256, Direction.ENCRYPT, 5, False, slots=4, lone_cycles=12)
    stimulus = plan(shape, seed=1, blocks=10)
    with pytest.raises(ToolError, match="key width"):
        run_bench(standin, stimulus, workdir=tmp_path, timeout_s=60, fixed_latency=True)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"lanes": 2}, "lanes"),
        ({"key_bits": 192, "schedule": KeySchedule.STORED}, "width of stored keys"),
        ({"key_bits": 192, "schedule": KeySchedule.EXTERNAL}, "width of round keys"),
    ],
)
def test_a_stimulus_for_another_core_is_refused(
    changes: dict[str, Any], said: str, standin: Path, tmp_path: Path
) -> None:
    shape = replace(
        Shape(CIPHER, 128, Direction.ENCRYPT, 5, False, slots=4, lone_cycles=12), **changes
    )
    stimulus = plan(shape, seed=1, blocks=10)
    with pytest.raises(ToolError, match=said):
        run_bench(standin, stimulus, workdir=tmp_path, timeout_s=60, fixed_latency=True)
