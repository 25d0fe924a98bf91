"""The live page: served to this machine alone, and made anew only when the store grew."""

import http.client
import json
import socket
import struct
import threading
import time
import urllib.request
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest

from aesculus.errors import InputError
from aesculus.metrics import Row
from aesculus.report.html import Page
from aesculus.report.live import Source, address_of, served
from report.rows import MADE, ROWS


class Growing:
    """A store that grows when it is told to."""

    def __init__(self) -> None:
        self.rows: list[Row] = []
        self.made = 0
        self.broken = False

    def version(self) -> str:
        if self.broken:
            raise OSError("the disk is gone")
        return str(len(self.rows))

    def make(self) -> Page:
        self.made += 1
        return Page(rows=list(self.rows), made=MADE, live=True)


@pytest.fixture
def store() -> Growing:
    return Growing()


@pytest.fixture
def address(store: Growing) -> Iterator[str]:
    with served(Source(store.version, store.make, rest=0)) as found:
        yield found


def asked(
    address: str, path: str, *, way: str = "GET", **headers: str
) -> tuple[int, dict[str, str], bytes]:
    parts = urlsplit(address)
    connection = http.client.HTTPConnection(parts.hostname or "", parts.port, timeout=30)
    connection.putrequest(way, path, skip_host="Host" in headers)
    for name, value in headers.items():
        connection.putheader(name.replace("_", "-"), value)
    connection.endheaders()
    answer = connection.getresponse()
    found = answer.status, dict(answer.getheaders()), answer.read()
    connection.close()
    return found


def test_the_page_its_data_and_its_sections_are_served(store: Growing, address: str) -> None:
    store.rows = ROWS
    with urllib.request.urlopen(address) as answer:
        page = answer.read().decode()
    assert "Measured design space" in page
    assert "connect-src &#39;self&#39;" in page
    _, _, data = asked(address, "/data.json")
    assert len(json.loads(data)["rows"]) == len(ROWS)
    assert b"UF10-PP3L" in asked(address, "/sections.html")[2]


@pytest.mark.parametrize("path", ["/report.html", "/../setup", "/data.json/", "//etc/passwd"])
def test_nothing_else_is_served(address: str, path: str) -> None:
    assert asked(address, path)[0] == 404


def test_news_come_only_when_there_are_any(store: Growing, address: str) -> None:
    _, headers, _ = asked(address, "/data.json")
    assert asked(address, "/data.json", If_None_Match=headers["ETag"])[0] == 304
    assert store.made == 1
    store.rows = ROWS
    status, _, data = asked(address, "/data.json", If_None_Match=headers["ETag"])
    assert (status, store.made) == (200, 2)
    assert json.loads(data)["rows"]


def test_making_it_leaves_the_processor_to_others(store: Growing) -> None:
    source = Source(store.version, store.make, rest=1e6)
    source.now()
    store.rows = ROWS
    assert source.now().version == "0"
    assert store.made == 1


def test_a_store_that_fails_once_is_asked_again(store: Growing, address: str) -> None:
    store.broken = True
    assert asked(address, "/data.json")[0] == 503
    store.broken = False
    assert asked(address, "/data.json")[0] == 200


def test_a_reader_that_leaves_puts_nothing_in_the_terminal(
    address: str, capfd: pytest.CaptureFixture[str]
) -> None:
    parts = urlsplit(address)
    with socket.create_connection((parts.hostname or "", parts.port or 0), 30) as reader:
        # Closed so, it is reset at once, with most of the page on its way.
        reader.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        reader.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert reader.recv(100)
    deadline = time.monotonic() + 30
    while any("process_request" in each.name for each in threading.enumerate()):
        assert time.monotonic() < deadline
        time.sleep(0.01)
    assert asked(address, "/")[0] == 200
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize(
    "name",
    [
        *("evil.example", "evil.example:80", "192.168.1.4", "", "[", "a@b", "127.0.0.1:80:80"),
        *("evil.com:80@127.0.0.1", "x@localhost", "localhost/", "127.0.0.1#x", "localhost:x"),
    ],
)
def test_a_foreign_name_is_refused(address: str, name: str) -> None:
    """A site may let its own name lead to this machine, to read what is served here."""
    assert asked(address, "/", Host=name)[0] == 403


@pytest.mark.parametrize(
    "name", ["localhost", "LocalHost:8000", "127.0.0.1", "127.0.0.1:1", "[::1]", "[::1]:8000"]
)
def test_its_own_names_are_served(address: str, name: str) -> None:
    assert asked(address, "/data.json", Host=name)[0] == 200


def test_the_address_that_it_was_told_is_served(store: Growing) -> None:
    with served(Source(store.version, store.make), host="127.8.8.8") as found:
        assert asked(found, "/data.json")[0] == 200


@pytest.mark.parametrize("path", ["/", "/data.json", "/sections.html", "/gone"])
def test_who_asks_for_the_head_gets_that_alone(address: str, path: str) -> None:
    status, headers, content = asked(address, path, way="HEAD")
    assert content == b""
    same, told, there = asked(address, path)
    assert status == same
    assert headers.get("ETag") == told.get("ETag")
    assert headers["Content-Type"] == told["Content-Type"]
    if status == 200:
        assert int(headers["Content-Length"]) == len(there)
    assert asked(address, path, way="HEAD", Host="evil.example")[0] == 403


def test_other_ways_of_asking_are_refused(address: str) -> None:
    parts = urlsplit(address)
    connection = http.client.HTTPConnection(parts.hostname or "", parts.port, timeout=30)
    connection.request("POST", "/")
    assert connection.getresponse().status == 501
    connection.close()


@pytest.mark.parametrize("name", ["0.0.0.0", "::", "192.168.1.4", "8.8.8.8", "example.org", ""])
def test_only_addresses_of_this_machine_are_served(store: Growing, name: str) -> None:
    with (
        pytest.raises(InputError, match=r"legal: 127\.0\.0\.1, ::1, localhost"),
        served(Source(store.version, store.make), host=name),
    ):
        raise AssertionError("it was served")


def test_loopback_has_several_names() -> None:
    assert [address_of(n) for n in ("localhost", "127.0.0.1", "127.8.8.8", "::1")] == [
        "127.0.0.1",
        "127.0.0.1",
        "127.8.8.8",
        "::1",
    ]


def test_it_listens_on_loopback_alone(address: str) -> None:
    port = urlsplit(address).port
    assert port is not None
    own = {info[4][0] for info in socket.getaddrinfo(socket.gethostname(), None)}
    for name in own - {"127.0.0.1", "::1"}:
        if str(name).startswith("127."):
            continue
        with pytest.raises(OSError, match=r".*"), socket.create_connection((str(name), port), 2):
            pass


def test_a_port_that_is_taken_is_one_line(store: Growing, address: str) -> None:
    port = urlsplit(address).port or 0
    with (
        pytest.raises(InputError, match=f"port {port} of 127.0.0.1 cannot be served on"),
        served(Source(store.version, store.make), port=port),
    ):
        raise AssertionError("it was served twice")
