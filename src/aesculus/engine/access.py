"""Who may reach a scheduler: whoever can, runs code with the rights of everybody who works there.

`docs/clusters.md` says who can do what.
"""

import ipaddress
import ssl
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import psutil

from aesculus.inputs import shown
from aesculus.settings import settings

FILES = {
    "tls_ca_file": "AESCULUS_TLS_CA",
    "tls_client_cert": "AESCULUS_TLS_CERT",
    "tls_client_key": "AESCULUS_TLS_KEY",
}
"""Argument of `distributed.Security` to the variable that names the file."""

LOOPBACK = "127.0.0.1"
_SCHEMES = ("tls", "tcp")
_KINDS = ("ca_file", "cert", "key")


class AccessError(ValueError):
    """An address that cannot be used, or not so; one line that says what would be legal."""


def check(address: str, *, insecure: bool = False) -> None:
    """Refuse an address of a scheduler that cannot be used.

    Args:
        address: such as `tls://host:8786`.
        insecure: whether a plain connection to another machine is wished.

    Raises:
        AccessError: it is none, is not encrypted, or its certificates cannot be read.
    """
    try:
        parts = urlsplit(address)
        scheme, host, port = parts.scheme, parts.hostname, parts.port
    except ValueError:
        # Brackets that are not closed, or a port that is no number.
        scheme, host, port = "", None, None
    if scheme not in _SCHEMES or not host or not port:
        raise AccessError(
            f"scheduler {shown(address)}: give its address, such as tls://host:8786 or "
            "tcp://host:8786"
        )
    if scheme == "tls":
        certificates(address)
    elif not insecure and not is_loopback(host):
        raise AccessError(
            f"scheduler {shown(address)} is not encrypted, and whoever reaches it can run code: "
            "use tls:// with certificates, or --insecure on a network that you trust as a whole"
        )


def is_loopback(host: str) -> bool:
    """Return whether a host is this machine, reached by no network."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _named() -> dict[str, str]:
    told = settings()
    paths = (told.tls_ca, told.tls_cert, told.tls_key)
    return dict(zip(FILES.values(), paths, strict=True))


def certificates(address: str, environ: Mapping[str, str] | None = None) -> dict[str, str]:
    """Return the files that a `tls://` connection needs, as `distributed.Security` names them.

    Raises:
        AccessError: one is not named, or cannot be read.
    """
    given = _named() if environ is None else environ
    found = {name: given.get(variable, "") for name, variable in FILES.items()}
    missing = [FILES[name] for name, path in found.items() if not path]
    if missing:
        raise AccessError(
            f"scheduler {shown(address)}: its certificates have to be named; "
            f"not set: {', '.join(missing)}"
        )
    for name, path in found.items():
        if not Path(path).is_file():
            raise AccessError(f"{FILES[name]}={path}: no such file")
    context = ssl.create_default_context()
    name = "tls_ca_file"
    try:
        context.load_verify_locations(found[name])
        name = "tls_client_cert"
        context.load_cert_chain(found[name], found["tls_client_key"])
    except (ssl.SSLError, OSError) as error:
        why = getattr(error, "reason", "") or error.strerror or "cannot be read"
        raise AccessError(f"{FILES[name]}={found[name]}: no certificate and key: {why}") from None
    return found


def security(address: str) -> Any:
    """Return what a client needs to reach an address, `None` for a plain connection.

    Raises:
        AccessError: certificates are missing.
    """
    if not address.startswith("tls://"):
        return None
    return _package().Security(require_encryption=True, **certificates(address))


def _package() -> Any:
    # It takes a second to import, and its classes are not annotated.
    import distributed  # noqa: PLC0415

    return distributed


def temporary() -> Any:
    """Return certificates that are made now and live as long as this process."""
    return _package().Security.temporary()


def temporary_files(folder: Path) -> Any:
    """Return certificates that are made now, as files that only their owner reads.

    Args:
        folder: where they are written; whoever removes it ends them.
    """
    made = temporary().get_tls_config_for_role("worker")
    for kind in _KINDS:
        path = folder / f"{kind}.pem"
        path.touch(mode=0o600)
        path.write_text(made[kind], encoding="ascii")
    return written(folder)


def written(folder: Path) -> Any:
    """Return the certificates that `temporary_files` has written into a folder."""
    files = {kind: str(folder / f"{kind}.pem") for kind in _KINDS}
    roles = {
        f"tls_{role}_{kind}": files[kind]
        for role in ("client", "scheduler", "worker")
        for kind in ("cert", "key")
    }
    return _package().Security(require_encryption=True, tls_ca_file=files["ca_file"], **roles)


def interface(name: str | None) -> str:
    """Return the address to listen on: loopback, or that of a network interface.

    Raises:
        AccessError: there is no such interface, or it has no address.
    """
    if name is None:
        return LOOPBACK
    there = psutil.net_if_addrs()
    if name not in there:
        raise AccessError(f"no network interface {shown(name)}; legal: {', '.join(sorted(there))}")
    for each in there[name]:
        if each.family.name == "AF_INET":
            return str(each.address)
    raise AccessError(f"network interface {name!r} has no IPv4 address")


QUIET: Mapping[str, Any] = {
    "distributed.scheduler.http.routes": [],
    "distributed.worker.http.routes": [],
}
"""Settings of Dask that leave its web servers nothing to show."""
