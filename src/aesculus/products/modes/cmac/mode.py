"""CMAC: messages are AAD alone, as GMAC's are; several streams fill the core."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from aesculus.design.kinds import Direction
from aesculus.products.common.around import Answers, AroundCore, ModeFolder, shared_rtl
from aesculus.products.modes.cmac.answers import CmacAnswers


@dataclass(frozen=True)
class Cmac(AroundCore):
    """CMAC around a core that encrypts."""

    module: ClassVar[str] = "aesculus_cmac"
    about: ClassVar[str] = "CMAC"
    directions: ClassVar[frozenset[Direction]] = frozenset({Direction.ENCRYPT, Direction.BOTH})
    answers: ClassVar[Answers] = CmacAnswers()

    def own_sources(self) -> Sequence[Path]:
        """Return the chains that modes share, and the mode."""
        own = Path(__file__).with_name(f"{self.module}.sv")
        return [*shared_rtl("aesculus_mode_chain", "aesculus_mode_derived"), own]

    def bound(self) -> Mapping[str, str]:
        """Return the parameters of the mode's RTL module."""
        return {**super().bound(), **self.headers(), "Streams": str(self.streams)}


MODE = ModeFolder("CMAC", Cmac)
