"""Options that say a goal."""

from typing import Annotated

import typer

from aesculus.design import LabelError
from aesculus.errors import InputError
from aesculus.inputs import shown
from aesculus.search.fixing import AROUND
from aesculus.search.spacefile import front_of

ThroughputOption = Annotated[
    str | None, typer.Option("--throughput", help="At least this much, such as 40Gbps.")
]
LatencyOption = Annotated[
    str | None, typer.Option("--latency", help="At most this much, such as 300ns.")
]
LutOption = Annotated[int | None, typer.Option("--max-lut", min=0, help="At most so many LUTs.")]
FlipFlopOption = Annotated[
    int | None, typer.Option("--max-ff", min=0, help="At most so many flip-flops.")
]
BramOption = Annotated[
    int | None, typer.Option("--max-bram", min=0, help="At most so many block RAMs.")
]
FixOption = Annotated[
    list[str] | None,
    typer.Option(
        "--fix",
        help="Value of an axis, such as key_bits=256 or direction=both; may be repeated.",
        metavar="AXIS=VALUE",
    ),
]
ModeOption = Annotated[
    str | None,
    typer.Option(
        "--mode",
        help="Mode around the core with its options, such as gcm, gcm-h2-d1 for small devices, "
        "gcm.axis64 with a bus; as --fix around=GCM.",
        metavar="MODE",
    ),
]
MinimiseOption = Annotated[
    str | None,
    typer.Option(
        "--min",
        help="Figure to make small, such as lut or latency. [default without --max: lut with "
        "--throughput or --latency]",
    ),
]
MaximiseOption = Annotated[
    str | None,
    typer.Option(
        "--max",
        help="Figure to make large, such as throughput. [default without --min: throughput with "
        "neither --throughput nor --latency, blocks on a device without a router]",
    ),
]


def fixes(fix: list[str] | None, mode: str | None) -> list[str]:
    """Return what `--fix` and `--mode` fix, as `--fix` has it.

    Raises:
        InputError: there is no such mode.
    """
    if mode is None:
        return fix or []
    if not mode:
        raise InputError("--mode '': give a mode, such as gcm")
    try:
        front_of(mode)
    except LabelError as error:
        raise InputError(f"--mode {shown(mode)}: {error}") from None
    also = next((text for text in fix or [] if text.partition("=")[0] == AROUND), None)
    if also is not None:
        raise InputError(f"--mode {shown(mode)} and --fix {shown(also)}: give one of them")
    return [*(fix or []), f"{AROUND}={mode.upper()}"]
