"""Aesculus: an AES core for FPGAs and the explorer of its design space."""


def __getattr__(name: str) -> str:
    """Return `__version__`: that of the tag from which this installation was built.

    It is looked up when it is asked for, as the look-up takes longer than most commands need it.
    """
    if name != "__version__":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import metadata  # noqa: PLC0415

    try:
        return metadata.version(__name__)
    except metadata.PackageNotFoundError:
        # Sources that were never installed.
        return "0+unknown"
