"""Clients that dawdle, crowd or cheat, against the real server: they are let go, and nobody else waits for them."""

from __future__ import annotations

import logging
import socket
import threading
from contextlib import ExitStack

import httpx
import pytest

from tests.web.floods.conftest import read

OPEN = b"Host: localhost\r\nContent-Type: application/json\r\n"
ENDLESS = b"Content-Length: 900000\r\n"


@pytest.fixture(autouse=True)
def quiet(served, caplog):
    """Whatever a client does, it is no error of ours, and nothing of it stays."""
    yield
    served.is_left()
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR] == []


def drip(client: socket.socket, drop: bytes) -> bytes:
    """Send a little now and then, for as long as the server listens; what it said until then."""
    left = threading.Event()

    def send():
        while not left.wait(0.1):
            try:
                client.sendall(drop)
            except OSError:
                return

    sender = threading.Thread(target=send, daemon=True)
    sender.start()
    try:
        return read(client)
    finally:
        left.set()
        sender.join()


@pytest.mark.parametrize("begun", [b"", b"GET / HTTP/1.1\r\nHost: localhost\r\n"], ids=["silent", "half a head"])
def test_a_client_that_never_asks_is_let_go(served, begun):
    assert served.answer(begun) == b""


def test_a_head_that_comes_by_drops_is_let_go(served):
    with served.client() as client:
        client.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n")
        assert drip(client, b"X-Header: 1\r\n") == b""


def test_a_second_head_has_no_more_time_than_the_first(served):
    with served.client() as client:
        client.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\nGET / HTTP/1.1\r\n")
        assert drip(client, b"X-Header: 1\r\n").count(b"HTTP/1.1 200") == 1


def test_a_body_that_dawdles_is_refused_with_a_sentence(served):
    with served.client() as client:
        client.sendall(b"POST /api/exercises/add/submissions HTTP/1.1\r\n" + OPEN + ENDLESS + b"\r\n{")
        said = drip(client, b" ")
    assert said.startswith(b"HTTP/1.1 408 ")
    assert b"took too long to arrive" in said


def test_a_body_that_nobody_reads_does_not_keep_a_connection(served):
    with served.client() as client:
        client.sendall(b"POST /nowhere HTTP/1.1\r\n" + OPEN + ENDLESS + b"\r\n{")
        assert drip(client, b" ").startswith(b"HTTP/1.1 404 ")


def test_a_client_that_does_not_read_is_let_go(served):
    path = served.app.state.site.assets.url("vendor/codemirror.js").encode()
    with socket.socket() as client:
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        client.connect(served.address)
        client.sendall(b"GET %s HTTP/1.1\r\nHost: localhost\r\n\r\n" % path * 40)
        served.is_left()


@pytest.mark.slow
def test_nobody_waits_for_clients_that_dawdle(patient):
    with ExitStack() as stack, httpx.Client(base_url=patient.url) as other:
        for _ in range(50):  # more than there are threads
            client = stack.enter_context(patient.client())
            client.sendall(b"POST /api/exercises/add/submissions HTTP/1.1\r\n" + OPEN + ENDLESS + b"\r\n{")
        assert [other.get(path).status_code for path in ("/healthz", "/", "/exercises/add")] == [200] * 3
        assert len(patient.crowd) == 51


@pytest.mark.slow
def test_without_the_clock_a_client_that_dawdles_stays(patient):
    with patient.client() as client:
        client.settimeout(3)
        client.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n")
        with pytest.raises(TimeoutError):
            client.recv(1)


def test_one_address_has_half_of_the_connections_and_others_the_rest(served):
    with ExitStack() as stack:
        for _ in range(60):
            stack.enter_context(served.client())
        full = served.answer(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
        with served.client("127.0.0.2") as other:
            other.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            assert read(other).startswith(b"HTTP/1.1 200 ")
    assert full == b"" or full.startswith(b"HTTP/1.1 503 Service Unavailable\r\n")  # a reset may overtake the answer


def test_a_client_that_says_no_more_is_forgotten(served):
    with served.client() as client:
        client.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        client.shutdown(socket.SHUT_WR)
        read(client)


def test_a_client_that_leaves_in_the_middle_is_forgotten(served):
    for part in (b"GET / HT", b"POST /api/place HTTP/1.1\r\n" + OPEN + b"Content-Length: 9\r\n\r\n{", b"\x16\x03\x01"):
        with served.client() as client:
            client.sendall(part)


def test_requests_in_one_packet_are_answered_in_order(served):
    paths = [b"/healthz", b"/nowhere", b"/healthz"]
    said = served.answer(b"".join(b"GET %s HTTP/1.1\r\nHost: localhost\r\n\r\n" % path for path in paths))
    assert [part[:3] for part in said.split(b"HTTP/1.1 ")[1:]] == [b"200", b"404", b"200"]


HIDDEN = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"  # it would answer 200


@pytest.mark.parametrize(
    "head",
    [
        b"Content-Length: %d\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" % (len(HIDDEN) + 5),
        b"Content-Length: 0\r\nContent-Length: %d\r\n\r\n" % len(HIDDEN),
        b"Content-Length: +0\r\n\r\n",
        b"Content-Length: 0x0\r\n\r\n",
        b"Content-Length: 0, 5\r\n\r\n",
        b"Content-Length: -1\r\n\r\n",
        b"Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n",
        b"Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n",
        b"Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n",
        b"Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n",
        b"Transfer-Encoding: chunked\r\n\r\nxyz\r\n",
        b"Transfer-Encoding: chunked\r\n\r\nfffffffffffffffffffff\r\n",
        b"X: a\x00b\r\n\r\n",
        b"X y: z\r\n\r\n",
    ],
)
def test_what_says_in_two_ways_where_it_ends_hides_no_request(served, head):
    said = served.answer(b"POST /api/place HTTP/1.1\r\n" + OPEN + head + HIDDEN)
    assert said.startswith((b"HTTP/1.1 400 ", b"HTTP/1.1 501 "))
    assert said.count(b"HTTP/1.1 ") == 1


def test_what_comes_behind_an_answered_request_and_makes_no_sense_ends_the_connection(served):
    with served.client() as client:
        client.sendall(b"POST /nowhere HTTP/1.1\r\n" + OPEN + b"Transfer-Encoding: chunked\r\n\r\n")
        assert client.recv(65_536).startswith(b"HTTP/1.1 404 ")
        client.sendall(b"no length\r\n")
        assert b"HTTP/1.1 " not in read(client)


@pytest.mark.parametrize(
    ("line", "statuses"),
    [
        (b"GET http://evil.example/ HTTP/1.1", (404,)),
        (b"GET //evil.example/ HTTP/1.1", (404,)),
        (b"OPTIONS * HTTP/1.1", (404, 405)),
        (b"CONNECT evil.example:443 HTTP/1.1", (404, 405)),
        (b"TRACE / HTTP/1.1", (405,)),
        (b"BREW / HTTP/1.1", (405,)),
        (b"GET / HTTP/1.0", (200,)),
        (b"GET /\r\n", (400,)),
        (b"PRI * HTTP/2.0", (400, 404, 405, 505)),
        (b"GET /%00 HTTP/1.1", (404,)),
        (b"GET /\xff HTTP/1.1", (400,)),
        (b"GET /" + b"a" * 10_000 + b" HTTP/1.1", (404,)),
        (b"GET /" + b"a" * 100_000 + b" HTTP/1.1", (400, 414, 431)),
        (b"GET / HTTP/1.1\r\nCookie: " + b"learner=a; " * 10_000, (400, 431)),
        (b"GET / HTTP/1.1\r\n" + b"A: b\r\n" * 10_000 + b"A: b", (400, 431)),
        (b"GET / HTTP/1.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: a", (200,)),
        (b"GET / HTTP/1.1\r\nUpgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings", (200,)),
        (b"GET / HTTP/1.1\r\nExpect: 100-continue", (200,)),
        (b"GET / HTTP/1.1\r\nX-Forwarded-For: " + b"1.2.3.4, " * 900, (200,)),
    ],
    ids=lambda value: value[:40].decode("latin-1") if isinstance(value, bytes) else "",
)
def test_a_strange_request_gets_an_answer(served, line, statuses):
    said = served.answer(line + b"\r\nHost: localhost\r\nConnection: close\r\n\r\n")
    assert int(said.split(b" ", 2)[1]) in statuses
