"""The bench of counter mode: messages of SP 800-38A and random ones, answered by a library."""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

from cryptography.hazmat.primitives.ciphers import Cipher
from cryptography.hazmat.primitives.ciphers.algorithms import AES
from cryptography.hazmat.primitives.ciphers.modes import CTR

from aesculus.benches import measure
from aesculus.benches.bench import DEFAULT_SEED, TOP
from aesculus.benches.check import Mismatch
from aesculus.design import Design
from aesculus.tools import run, verilator

_BLOCK = 16
_HERE = Path(__file__)
_PLAIN = bytes.fromhex(
    "6bc1bee22e409f96e93d7e117393172a"
    "ae2d8a571e03ac9c9eb76fac45af8e51"
    "30c81c46a35ce411e5fbc1191a0a52ef"
    "f69f2445df4f9b17ad2b417be66c3710"
)
_COUNTER = bytes.fromhex("f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff")
# SP 800-38A, F.5.1, F.5.3 and F.5.5: key and cipher text of these blocks.
_PUBLISHED = (
    (
        "2b7e151628aed2a6abf7158809cf4f3c",
        "874d6191b620e3261bef6864990db6ce9806f66b7970fdff8617187bb9fffdff"
        "5ae4df3edbd5d35e5b4f09020db03eab1e031dda2fbe03d1792170a0f3009cee",
    ),
    (
        "8e73b0f7da0e6452c810f32b809079e562f8ead2522c6b7b",
        "1abc932417521ca24f2b0459fe7e6e0b090339ec0aa6faefd5ccc2c6f4ce8e94"
        "1e36b26bd1ebc670d1bd1d665620abf74f78a7f6d29809585a97daec58c6b050",
    ),
    (
        "603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4",
        "601ec313775789a5b7a7f504bbf3d228f443e3ca4d62b59aca84e990cacaf5c5"
        "2b0930daa23de94ce87017ba2d84988ddfc9c58db67aada613c2dd08457941a6",
    ),
)

Message = tuple[str, bytes, bytes, bytes, bytes, int, int]
"""Source, key, counter, data, answer, and the chances of a gap before a block and behind it."""


def verify(
    design: Design,
    files: Sequence[Path],
    *,
    netlist: bool,
    workdir: Path,
    timeout_s: float,
    seed: int = DEFAULT_SEED,
    jobs: int = 2,
) -> dict[str, Any]:
    """Verify counter mode, see `benches.Bench.verify`."""
    key_bits = next(port.bits for port in design.ports() if port.name == "in_key_i")
    messages = _messages(key_bits, Random(seed), _messages_of(netlist=netlist))
    executable = verilator.build(
        files, top=TOP, main=_HERE.with_name("bench.cpp"), workdir=workdir, jobs=jobs
    )
    trace = _run(executable, messages, workdir, timeout_s, seed)
    return _judged(messages, trace)


def course(_design: Design, *, netlist: bool) -> dict[str, object]:
    """Return how many random messages there are, and their seed."""
    return {"messages": _messages_of(netlist=netlist), "seed": DEFAULT_SEED}


def _messages_of(*, netlist: bool) -> int:
    return 4 if netlist else 20


def sources(_design: Design) -> list[Path]:
    """Return this bench."""
    return [_HERE, _HERE.with_name("bench.cpp")]


def _messages(key_bits: int, random: Random, count: int) -> list[Message]:
    found: list[Message] = [
        ("SP 800-38A", bytes.fromhex(key), _COUNTER, _PLAIN, bytes.fromhex(coded), 0, 0)
        for key, coded in _PUBLISHED
        if len(key) * 4 == key_bits
    ]
    for number in range(count):
        key, data = random.randbytes(key_bits // 8), random.randbytes(_BLOCK * 16)
        # A counter that is all ones but a few goes over to zero within the message.
        counter = random.randbytes(_BLOCK) if number % 2 else b"\xff" * 15 + bytes([0xF8])
        gaps = (0, 0) if number < 2 else (random.randrange(80), random.randrange(80))
        answer = Cipher(AES(key), CTR(counter)).encryptor().update(data)
        found.append(("random", key, counter, data, answer, *gaps))
    return found


def _run(
    executable: Path, messages: Sequence[Message], workdir: Path, timeout_s: float, seed: int
) -> list[tuple[int, int, bytes]]:
    lines = []
    for _, key, counter, data, _, gap, idle in messages:
        lines.append(f"M {key.hex()} {counter.hex()} {gap} {idle}")
        lines += [f"B {block.hex()}" for block in _blocks(data)]
    listed, traced = workdir / "messages.txt", workdir / "trace.txt"
    listed.write_text("\n".join(lines) + "\n", encoding="ascii")
    run(
        [str(executable.resolve()), str(listed.resolve()), str(traced.resolve()), str(seed)],
        name="simulation",
        cwd=workdir,
        log=workdir / "simulation.log",
        timeout_s=timeout_s,
    )
    rows = (line.split() for line in traced.read_text(encoding="ascii").splitlines())
    return [(int(entered), int(left), bytes.fromhex(block)) for entered, left, block in rows]


def _judged(messages: Sequence[Message], trace: Sequence[tuple[int, int, bytes]]) -> dict[str, Any]:
    known: Counter[str] = Counter()
    lone: list[int] = []
    steady: list[int] = []
    rest = iter(trace)
    for source, key, counter, data, answer, gap, idle in messages:
        for place, (block, wanted) in enumerate(zip(_blocks(data), _blocks(answer), strict=True)):
            entered, left, got = next(rest, (0, 0, b""))
            if got != wanted:
                raise Mismatch(
                    f"{source} block {place}: key {key.hex()} counter {counter.hex()} block "
                    f"{block.hex()} expected {wanted.hex()} got {got.hex()} in cycle {left}"
                )
            known[source] += 1
            if not idle:
                lone.append(left - entered)
            if source == "random" and not gap and not idle:
                steady.append(left)
    blocks = len(trace)
    rate = Fraction(measure.steady_rate(steady[:16]))
    published = {source: count for source, count in known.items() if source != "random"}
    return {
        "vectors": sum(published.values()),
        "kat": published,
        "blocks": blocks,
        "cycles": trace[-1][1] + 1,
        "blocks_per_cycle": f"{rate.numerator}/{rate.denominator}",
        "latency_cycles": measure.one_latency(lone, what="block"),
    }


def _blocks(data: bytes) -> list[bytes]:
    return [data[at : at + _BLOCK] for at in range(0, len(data), _BLOCK)]
