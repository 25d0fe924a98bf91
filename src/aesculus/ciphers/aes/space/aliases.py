"""Names under which papers publish designs, with the labels of the points that they are.

Järvinen et al. (FPGA 2003): SIG-AES-E, -D and -ED, the whole cipher in GF((2^4)^2), all rounds
unrolled with four registers each and two before the first; with the key sizes that the paper leaves
out, and with LAST, for blocks to decrypt that bring the end of their key schedule.
Farooq and Aslam (2016): CX-KY-Z, where X and Y say whether the S-boxes of cipher and key
schedule are in block RAM (B) or in logic (C), and Z whether the keys are expanded first by a serial
design (S) or in step with a pipeline (P). The ASU report: seven designs with block RAM S-boxes.
"""

_SIG_ROUNDS = {128: 10, 192: 12, 256: 14}
_SIG_CUTS = "C911F-IN2"

SIG_AES: dict[str, str] = {
    f"SIG-AES{'' if bits == 128 else bits}-{way}": (
        f"AES{bits}{'' if way == 'E' else way}-UF{rounds}-{_SIG_CUTS}"
    )
    for bits, rounds in _SIG_ROUNDS.items()
    for way in ("E", "D", "ED")
} | {
    f"SIG-AES{'' if bits == 128 else bits}-{way}-LAST": (
        f"AES{bits}{way}-UF{rounds}-{_SIG_CUTS}-LAST"
    )
    for bits, rounds in _SIG_ROUNDS.items()
    for way in ("D", "ED")
}
"""The designs of Järvinen et al., and the same for longer keys."""

CX_KY_Z: dict[str, str] = {
    "CB-KB-S": "UF1-PP0B-STORED",
    "CB-KB-P": "UF10-PP1B",
    "CB-KC-S": "UF1-PP0B-KL-STORED",
    "CB-KC-P": "UF10-PP1B-KL",
    "CC-KC-S": "UF1-PP0L-STORED",
}
"""The designs of Farooq and Aslam."""

ASU: dict[str, str] = {
    "ASU-FOLDED": "UF1-PP0B",
    "ASU-FOLDED-PIPELINED": "UF1-PP2B",
    "ASU-FOLDED-PIPELINED-P1": "RF2S-UF1-PP2B",
    "ASU-UNROLLED": "UF10-PP1B",
    "ASU-UNROLLED-PIPELINED": "UF10-PP2B",
    "ASU-UNROLLED-PIPELINED-P1": "RF2S-UF10-PP2B",
    "ASU-UNROLLED-PIPELINED-P2": "RF4S-UF10-PP2B",
}
"""The designs of the ASU report; its copies double all, so each has a key schedule of its own."""

ALIASES: dict[str, str] = {**SIG_AES, **CX_KY_Z, **ASU}
"""Every published name, in capitals, with its label."""
