"""GMAC: GCM of messages that are AAD alone."""

from dataclasses import dataclass
from typing import ClassVar

from aesculus.products.common.around import Answers, ModeFolder
from aesculus.products.modes.gcm.answers import GcmAnswers
from aesculus.products.modes.gcm.mode import DIGIT, LEVELS, REGISTERS, Gcm


@dataclass(frozen=True)
class Gmac(Gcm):
    """GMAC around a core that encrypts."""

    about: ClassVar[str] = "GMAC"
    answers: ClassVar[Answers] = GcmAnswers(mac=True)
    mac: ClassVar[bool] = True


MODE = ModeFolder("GMAC", Gmac, (DIGIT, REGISTERS, LEVELS))
