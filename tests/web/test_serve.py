"""The real server on a real port."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from app.config import Settings
from app.errors import ConfigError
from app.main import run
from app.web.serve import listen

PROGRAM = "from app.config import Settings; from app.main import run; raise SystemExit(run(Settings.from_environ()))"


@pytest.fixture
def taken() -> Iterator[int]:
    with socket.create_server(("127.0.0.1", 0)) as sock:
        yield sock.getsockname()[1]


def free_port() -> int:
    with listen("127.0.0.1", 0) as sock:
        port: int = sock.getsockname()[1]
        return port


class Server:
    def __init__(self, folder: Path) -> None:
        self.url = f"http://127.0.0.1:{(port := free_port())}"
        environ = {"GRIDSTRIDE_DATA": str(folder / "data"), "GRIDSTRIDE_PORT": str(port)}
        self.process = subprocess.Popen([sys.executable, "-c", PROGRAM], env=os.environ | environ)
        self._wait()

    def _wait(self) -> None:
        for _ in range(300):
            try:
                httpx.get(f"{self.url}/healthz")
            except httpx.TransportError:
                time.sleep(0.1)
            else:
                return
        raise AssertionError("the server did not start")

    def stop(self) -> int:
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(20)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    made = Server(tmp_path)
    yield made
    made.process.kill()
    made.process.wait()


def test_a_port_that_is_taken_is_told_with_what_to_do(tmp_path, taken):
    with pytest.raises(ConfigError, match=rf"Port {taken} is taken on 127.0.0.1. Set GRIDSTRIDE_PORT"):
        run(Settings(data=tmp_path / "data", course=tmp_path, port=taken))


@pytest.mark.parametrize(("host", "port"), [("127.0.0.1", 70_000), ("192.0.2.1", 0), ("no such host", 0)])
def test_a_place_where_nothing_can_listen_is_told(host, port):
    with pytest.raises(ConfigError, match="Cannot listen on"):
        listen(host, port)


def test_connections_do_not_wait_for_acknowledgements():
    with listen("127.0.0.1", 0) as sock, socket.create_connection(sock.getsockname()), sock.accept()[0] as accepted:
        assert accepted.proto == socket.IPPROTO_TCP  # what asyncio looks at before it sets TCP_NODELAY


def test_serves_says_no_name_and_stops_when_told(server):
    answer = httpx.get(server.url)
    assert answer.status_code == 200
    assert "server" not in answer.headers
    assert server.stop() == 0


def test_stops_while_a_stream_is_open_and_keeps_what_it_took(server, tmp_path):
    with httpx.Client(base_url=server.url) as client:
        token = client.get("/").text.split('name="csrf-token" content="')[1].split('"')[0]
        body = {"source": "a", "mode": "run"}
        sent = client.post("/api/exercises/vector-add/submissions", json=body, headers={"x-csrf-token": token}).json()
        with client.stream("GET", sent["events_url"]) as stream:
            lines = stream.iter_lines()
            assert next(lines) == "event: queued"
            assert server.stop() == 0
            assert [line for line in lines if line.startswith("event")] == []  # ended, not broken off
        cookies = client.cookies
    again = Server(tmp_path)
    answer = httpx.get(f"{again.url}/api/submissions/{sent['id']}", cookies=cookies)
    again.stop()
    assert answer.json()["state"] == "queued"
