"""S-boxes with registers inside: every byte, in both directions, through every cut set."""

from pathlib import Path

import pytest

from aesculus import resources
from aesculus.ciphers.aes.space import SboxKind, inner_cuts, members
from aesculus.tools import run, verilator
from rtl_sources import spoilt
from samples import sampled

CUT = [kind for kind in SboxKind if inner_cuts(kind)]
DIRECTIONS = {"encrypt": 0, "decrypt": 1, "both": 2}
# The programs have other bottoms where they know their direction.
CASES = [(kind, "both") for kind in CUT] + [
    (kind, way)
    for kind in (SboxKind.LINE, SboxKind.SHALLOW, SboxKind.LUT)
    for way in ("encrypt", "decrypt")
]
_SHORT = {(SboxKind.TOWER, "both")}
POSITIONS = 9  # before, within and behind an S-box

# Bytes go through in an order in which neighbours differ in many bits, each direction mixed in.
MAIN = """
#include "Vaesculus_sbox_sweep.h"
#include "verilated.h"
#include <cstdio>
int main() {
  VerilatedContext context;
  Vaesculus_sbox_sweep top{&context};
  int seen[SETS] = {};
  for (int cycle = 0; cycle < 512 + 16; cycle++) {
    int step = cycle * 173;
    top.data_i = step & 255; top.inv_i = step >> 8 & 1;
    top.clk_i = 0; top.eval();
    auto *words = reinterpret_cast<const unsigned char *>(&top.differ_o);
    for (int s = 0; s < SETS; s++) seen[s] |= cycle >= 16 && (words[s / 8] >> s % 8 & 1);
    top.clk_i = 1; top.eval();
  }
  for (int s = 0; s < SETS; s++) if (seen[s]) std::printf("%d ", s);
  std::printf("done");
}
"""


def sweep(kind: str, direction: str, sets: list[int], folder: Path, files: list[Path]) -> list[int]:
    """Run some cut sets; return those through which a byte came out wrong."""
    folder.mkdir(exist_ok=True)
    (folder / "main.cpp").write_text(MAIN, encoding="utf-8")
    packed = sum(mask << POSITIONS * index for index, mask in enumerate(sets))
    parameters: dict[str, str | int] = {
        "Kind": members("sbox_e")[kind].value,
        "Direction": DIRECTIONS[direction],
        "Sets": len(sets),
        "CutSets": f"{POSITIONS * len(sets)}'h{packed:x}",
    }
    model = verilator.build(
        [*files, resources.tb_dir() / "aesculus_sbox_sweep.sv"],
        top="aesculus_sbox_sweep",
        main=folder / "main.cpp",
        workdir=folder,
        parameters=parameters,
        cflags=[f"-DSETS={len(sets)}"],
        optimise=False,
    )
    log = run([str(model)], name="sweep", cwd=folder, log=folder / "log", timeout_s=120).log
    assert log.endswith("done")
    return [sets[int(word)] for word in log.split()[:-1]]


def cut_sets() -> list[int]:
    """Return no cut, each position alone, and all of them.

    A path is delayed by the cuts on it, whatever the others are, so if each position alone delays
    all paths by one, every set delays them alike. Positions that the S-box lacks are among them:
    the other S-box of the round may have them, and then this one has to wait for it.
    """
    places = (1 << POSITIONS) - 1
    single = [1 << bit for bit in range(POSITIONS)]
    return [0, *single, places]


@pytest.mark.sim
@pytest.mark.parametrize(
    ("kind", "direction"), sampled(CASES, [case for case in CASES if case not in _SHORT])
)
def test_every_byte_passes_every_cut(kind: SboxKind, direction: str, tmp_path: Path) -> None:
    files = list(resources.rtl_files())
    assert sweep(kind, direction, cut_sets(), tmp_path, files) == []


@pytest.mark.sim
def test_a_path_without_its_cut_is_found(tmp_path: Path) -> None:
    right = ".d_i({h_s2, l_s2, halves_s2 ^ boths_s2}), .q_o({h_s3, l_s3, norm_s3})"
    wrong = right.replace("h_s2, l", "h_s1, l")
    files = spoilt(tmp_path, "aesculus_sbox_canright.sv", right, wrong)
    sets = cut_sets()
    found = sweep("canright", "encrypt", sets, tmp_path / "run", files)
    assert found == [mask for mask in sets if mask & 0x004]
