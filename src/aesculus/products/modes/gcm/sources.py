"""Which RTL files GCM and its parts are made of, in compile order."""

from pathlib import Path

_HERE = Path(__file__).parent
_GHASH = ("pkg", "split", "join", "dot", "product", "reduce", "mul", "pack", "serial")


def ghash_files() -> list[Path]:
    """Return the RTL of GHASH, without the primitives of `rtl/prim` that it uses."""
    names = [f"aesculus_ghash_{part}.sv" for part in _GHASH]
    return [_HERE / name for name in (*names, "aesculus_ghash.sv")]
