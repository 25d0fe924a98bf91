"""The reference the core is compared with: AES as pyca/cryptography computes it."""

from cryptography.hazmat.primitives.ciphers import Cipher
from cryptography.hazmat.primitives.ciphers.algorithms import AES
from cryptography.hazmat.primitives.ciphers.modes import ECB

BLOCK_BYTES = 16


def cipher_block(key: bytes, block: bytes, *, decrypt: bool = False) -> bytes:
    """Return one block through the cipher or its inverse.

    Args:
        key: 16, 24 or 32 bytes, in the order FIPS 197 prints them.
        block: 16 bytes.
        decrypt: use the inverse cipher.

    Raises:
        ValueError: the key or the block has another length.
    """
    if len(block) != BLOCK_BYTES:
        raise ValueError(f"block of {len(block)} bytes; AES takes {BLOCK_BYTES}")
    # One block is the subject here, not a message, so ECB is the right mode.
    cipher = Cipher(AES(key), ECB())  # noqa: S305
    context = cipher.decryptor() if decrypt else cipher.encryptor()
    return context.update(block) + context.finalize()
