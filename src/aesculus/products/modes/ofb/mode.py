"""Output feedback: the key stream feeds itself."""

from dataclasses import dataclass
from typing import ClassVar

from cryptography.hazmat.decrepit.ciphers.modes import OFB

from aesculus.design.kinds import Direction
from aesculus.products.common.around import Answers, ModeFolder
from aesculus.products.common.confidential import ByLibrary, Confidential


@dataclass(frozen=True)
class Ofb(Confidential):
    """Output feedback, in both directions around a core that encrypts."""

    about: ClassVar[str] = "output feedback"
    member: ClassVar[str] = "ModeOfb"
    directions: ClassVar[frozenset[Direction]] = frozenset({Direction.ENCRYPT, Direction.BOTH})
    answers: ClassVar[Answers] = ByLibrary(OFB, files="OFB/OFB")


MODE = ModeFolder("OFB", Ofb)
