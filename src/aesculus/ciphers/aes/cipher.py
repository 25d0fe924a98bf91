"""The door of AES: what stages, benches and searches ask of it without knowing it by name."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from aesculus.ciphers.aes.space import DesignPoint, every_set_of_sources, parse
from aesculus.ciphers.aes.space.design import BLOCK_BITS
from aesculus.design.cipher import Cipher, Vector
from aesculus.design.kinds import Direction, KeySchedule


@dataclass(frozen=True)
class Aes:
    """AES (FIPS 197). Vectors and reference are loaded when they are asked for."""

    name: str = "AES"
    block_bits: int = BLOCK_BITS

    def source_sets(self) -> Sequence[Sequence[Path]]:
        """Return what `DesignPoint.sources` can return, over the whole space."""
        return every_set_of_sources()

    def parse(self, text: str) -> DesignPoint:
        """Read the label of a core, see `space.parse`."""
        return parse(text)

    def reference(self, key: bytes, block: bytes, *, decrypt: bool = False) -> bytes:
        """Return one block through the cipher or its inverse, as pyca/cryptography computes it."""
        from aesculus.ciphers.aes.reference import cipher_block  # noqa: PLC0415

        return cipher_block(key, block, decrypt=decrypt)

    def round_keys(self, key: bytes) -> bytes:
        """Return the round keys of FIPS 197, section 5.2, one after the other."""
        from aesculus.ciphers.aes.reference import round_keys  # noqa: PLC0415

        return round_keys(key)

    def travelling_key(self, key: bytes, *, schedule: KeySchedule, decrypt: bool) -> bytes:
        """Return the cipher key, or where asked for, its schedule's last Nk words."""
        if schedule is KeySchedule.LAST and decrypt:
            return self.round_keys(key)[-len(key) :]
        return key

    def known_answers(self, key_bits: int, direction: Direction) -> Sequence[Vector]:
        """Return the examples of FIPS 197 and the answers of the NIST files."""
        from aesculus.ciphers.aes.vectors import known_answers  # noqa: PLC0415

        return known_answers(key_bits, direction)

    def answers_under(self, key: bytes, direction: Direction) -> Sequence[Vector]:
        """Return published answers under a key, then the data of NIST files, answered here."""
        from aesculus.ciphers.aes.vectors import answers_under  # noqa: PLC0415

        return answers_under(key, direction)


CIPHER: Cipher = Aes()
"""The door."""
