"""The bench of messages where registers are in between: it also rests on what makes accesses."""

from pathlib import Path

from aesculus.design import Design
from aesculus.products.common import bench as messages
from aesculus.products.common.bench import course, verify

__all__ = ["course", "sources", "verify"]

_HERE = Path(__file__).parent


def sources(design: Design) -> list[Path]:
    """Return the files of the bench of messages, and what makes accesses of them."""
    return [*messages.sources(design), _HERE / "accesses.h"]
