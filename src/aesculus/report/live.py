"""The report of a store that grows, served on this machine alone."""

import ipaddress
import re
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import urlsplit

from aesculus.errors import InputError
from aesculus.report.html import Page

LOOPBACK = "127.0.0.1"
_NAMES = frozenset({"localhost", "127.0.0.1", "::1"})
_HOST = re.compile(r"(?:\[([0-9A-Fa-f:]+)\]|([A-Za-z0-9.-]+))(?::[0-9]{1,5})?")
_HEAD = {
    "Cache-Control": "no-store",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}


@dataclass(frozen=True)
class _State:
    """What is served of one state of the store; each part is made when it is asked for."""

    version: str
    page: Page

    @cached_property
    def data(self) -> bytes:
        return self.page.data().encode()

    @cached_property
    def sections(self) -> bytes:
        return self.page.sections().encode()

    @cached_property
    def html(self) -> bytes:
        return self.page.html().encode()


@dataclass
class Source:
    """Where pages come from.

    Attributes:
        version: returns a text that changes when the page does.
        make: returns the page as it is now.
        rest: how many times as long as making it took it is not made again: the exploration needs
            the processor more.
    """

    version: Callable[[], str]
    make: Callable[[], Page]
    rest: float = 20.0
    _last: _State | None = None
    _rest_until: float = 0.0
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def now(self) -> _State:
        """Return the page as it is now, or was a moment ago; made only when its version changed."""
        with self._lock:
            if self._last is not None and time.monotonic() < self._rest_until:
                return self._last
            version = self.version()
            if self._last is None or self._last.version != version:
                start = time.monotonic()
                self._last = _State(version, self.make())
                end = time.monotonic()
                self._rest_until = end + self.rest * (end - start)
            return self._last


def address_of(name: str) -> str:
    """Return the address of this machine that a name means.

    Raises:
        InputError: it is not an address that this machine alone can reach.
    """
    text = LOOPBACK if name == "localhost" else name
    try:
        loopback = ipaddress.ip_address(text).is_loopback
    except ValueError:
        loopback = False
    if not loopback:
        raise InputError(
            f"{name!r} can be reached from other machines, or is no address: a live report is for "
            f"this machine alone; legal: {LOOPBACK}, ::1, localhost"
        )
    return text


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, address: str, port: int, source: Source) -> None:
        self.address_family = socket.AF_INET6 if ":" in address else socket.AF_INET
        self.source = source
        self.names = _NAMES | {address}
        super().__init__((address, port), _Handler)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing of readers that left: the terminal belongs to the exploration."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


class _Handler(BaseHTTPRequestHandler):
    server: _Server
    server_version = "aesculus"
    timeout = 30  # seconds for which somebody may say nothing
    sys_version = ""

    def do_GET(self) -> None:
        """Answer: the page, its data, or what stands still on it."""
        if not self._is_asked_as_ours():
            self.send_error(HTTPStatus.FORBIDDEN, "ask for this machine by its own name")
            return
        path = urlsplit(self.path).path
        kinds = {"/": "html", "/data.json": "data", "/sections.html": "sections"}
        if path not in kinds:
            self.send_error(HTTPStatus.NOT_FOUND)
            return
        try:
            state = self.server.source.now()
            tag = f'"{state.version}"'
            if path == "/data.json" and self.headers.get("If-None-Match") == tag:
                self._answer(HTTPStatus.NOT_MODIFIED, "", b"", tag)
                return
            content: bytes = getattr(state, kinds[path])
        except Exception as error:
            # The next question may go well: the store may just be made, or be busy.
            self.log_error("%s", error)
            self.send_error(HTTPStatus.SERVICE_UNAVAILABLE)
            return
        kind = "application/json" if path == "/data.json" else "text/html; charset=utf-8"
        self._answer(HTTPStatus.OK, kind, content, tag)

    def do_HEAD(self) -> None:
        """Answer as to the same question with GET, but for the content."""
        self.do_GET()

    def _is_asked_as_ours(self) -> bool:
        """Return whether a browser means us: another site's name may be made to lead here."""
        found = _HOST.fullmatch(self.headers.get("Host", ""))
        return found is not None and (found[1] or found[2]).lower() in self.server.names

    def _answer(self, status: HTTPStatus, kind: str, content: bytes, tag: str) -> None:
        self.send_response(status)
        for name, value in _HEAD.items():
            self.send_header(name, value)
        if kind:
            self.send_header("Content-Type", kind)
        self.send_header("ETag", tag)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(content)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - its name there
        """Say nothing: the terminal belongs to the exploration."""


@contextmanager
def served(source: Source, *, host: str = LOOPBACK, port: int = 0) -> Iterator[str]:
    """Serve a report for the length of a block; gives its address.

    Args:
        source: where pages come from.
        host: an address of this machine that no other one can reach.
        port: 0 for any that is free.

    Raises:
        InputError: the address is none of this machine alone, or the port is taken.
    """
    address = address_of(host)
    try:
        server = _Server(address, port, source)
    except OSError as error:
        raise InputError(
            f"port {port} of {address} cannot be served on ({error.strerror}); legal: a free one "
            "from 1024 on, or 0 for any"
        ) from error
    with server:
        thread = threading.Thread(target=server.serve_forever, name="live report", daemon=True)
        thread.start()
        shown = f"[{address}]" if ":" in address else address
        try:
            yield f"http://{shown}:{server.server_address[1]}/"
        finally:
            server.shutdown()
            thread.join()
