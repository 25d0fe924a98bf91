"""Cipher block chaining: each block is added to the result before it."""

from dataclasses import dataclass
from typing import ClassVar

from cryptography.hazmat.primitives.ciphers.modes import CBC

from aesculus.products.common.around import Answers, ModeFolder
from aesculus.products.common.confidential import ByLibrary, Confidential


@dataclass(frozen=True)
class Cbc(Confidential):
    """Cipher block chaining around a core of any direction."""

    about: ClassVar[str] = "cipher block chaining"
    member: ClassVar[str] = "ModeCbc"
    inverse: ClassVar[bool] = True
    answers: ClassVar[Answers] = ByLibrary(CBC, files="CBC/CBC", whole=True)


MODE = ModeFolder("CBC", Cbc)
