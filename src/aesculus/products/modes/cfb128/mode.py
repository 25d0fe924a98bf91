"""Cipher feedback with whole blocks; the last one may be shorter."""

from dataclasses import dataclass
from typing import ClassVar

from cryptography.hazmat.decrepit.ciphers.modes import CFB

from aesculus.design.kinds import Direction
from aesculus.products.common.around import Answers, ModeFolder
from aesculus.products.common.confidential import ByLibrary, Confidential


@dataclass(frozen=True)
class Cfb128(Confidential):
    """Cipher feedback, in both directions around a core that encrypts."""

    about: ClassVar[str] = "cipher feedback with whole blocks"
    member: ClassVar[str] = "ModeCfb"
    directions: ClassVar[frozenset[Direction]] = frozenset({Direction.ENCRYPT, Direction.BOTH})
    answers: ClassVar[Answers] = ByLibrary(CFB, files="CFB/CFB128")


MODE = ModeFolder("CFB128", Cfb128)
