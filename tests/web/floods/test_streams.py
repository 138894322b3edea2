"""Streams of events on the real server: they end with whoever reads them, and leave nothing."""

from __future__ import annotations

import dataclasses
import socket
import threading
import time
from contextlib import ExitStack

import httpx
import pytest

from app.web.rates import Rates
from app.web.streams import Looks


@pytest.fixture
def learner(served):
    """Who has sent a kernel that waits: the cookies of a request, and the stream's path."""
    with httpx.Client(base_url=served.url) as http:
        token = http.get("/api/session").json()["csrf_token"]
        body = {"source": "x = 1\n", "mode": "run"}
        sent = http.post("/api/exercises/add/submissions", json=body, headers={"X-CSRF-Token": token})
        cookies = "; ".join(f"{name}={value}" for name, value in http.cookies.items())
        return cookies, sent.json()["events_url"]


def watch(client: socket.socket, learner: tuple[str, str]) -> bytes:
    """Ask for the stream, and read until its first event, or until there is none to come."""
    cookies, path = learner
    client.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nCookie: {cookies}\r\n\r\n".encode())
    said = b""
    while b"event: queued" not in said and b"HTTP/1.1 4" not in said:
        part = client.recv(65_536)
        assert part, said
        said += part
    return said


def settled(served):
    """Wait until all that streams hold is let go. The tests' time limit is the end of it."""
    site = served.app.state.site
    while site.rates._open or site.bus._listeners or len(served.crowd):
        time.sleep(0.01)


def test_streams_end_with_their_readers(served, learner):
    with ExitStack() as stack:
        for _ in range(8):
            watch(stack.enter_context(served.client()), learner)
        assert sum(served.app.state.site.rates._open.values()) == 16  # by learner and by address
    settled(served)


def test_one_stream_too_many_is_refused_until_another_has_ended(served, learner):
    site = served.app.state.site
    served.app.state.site = dataclasses.replace(site, rates=Rates({"streams.learner": "2"}))
    with served.client() as first, served.client() as second, served.client() as third:
        assert b"HTTP/1.1 200" in watch(first, learner)
        assert b"HTTP/1.1 200" in watch(second, learner)
        assert b"HTTP/1.1 429" in watch(third, learner)
        first.close()
        while sum(served.app.state.site.rates._open.values()) > 2:
            time.sleep(0.01)
        with served.client() as again:
            assert b"HTTP/1.1 200" in watch(again, learner)
    settled(served)
    served.app.state.site = site


@pytest.mark.slow
def test_a_thousand_streams_leave_nothing(served, learner):
    for _ in range(5):  # so that what is made once is there
        with served.client() as client:
            watch(client, learner)
    settled(served)
    before = threading.active_count()
    for _ in range(20):
        with ExitStack() as stack:
            for _ in range(50):
                watch(stack.enter_context(served.client()), learner)
    settled(served)
    assert threading.active_count() <= max(before, 45)  # the server's pool has forty


def looked(news, stopping, look_s):
    """How often somebody looks who hears this."""
    looks = Looks(stopping, look_s)
    return sum(looks.due(heard=one) for one in news)


def test_a_stream_that_hears_nothing_looks_seldom():
    stopping = threading.Event()
    assert looked([True, *[False] * 100], stopping, 3600.0) == 1
    assert looked([True, *[False] * 100], stopping, 0.0) == 101


def test_a_stream_looks_at_news_and_where_the_server_stops_at_once():
    stopping = threading.Event()
    assert looked([True, True, False, True], stopping, 3600.0) == 3
    stopping.set()
    assert looked([True, False, False], stopping, 3600.0) == 3
