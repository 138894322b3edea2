"""The real server on a real port."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest

from app.config import Settings
from app.errors import ConfigError
from app.main import run
from app.web.serve import listen

PROGRAM = "from app.cli import main; raise SystemExit(main(['web']))"


@pytest.fixture
def taken() -> Iterator[int]:
    with socket.create_server(("127.0.0.1", 0)) as sock:
        yield sock.getsockname()[1]


def free_port() -> int:
    with listen("127.0.0.1", 0) as sock:
        port: int = sock.getsockname()[1]
        return port


class Server:
    def __init__(self, folder: Path, **settings: str) -> None:
        self.folder = folder
        self.url = f"http://127.0.0.1:{(port := free_port())}"
        environ = {"GRIDSTRIDE_DATA": str(folder / "data"), "GRIDSTRIDE_PORT": str(port)}
        environ |= {f"GRIDSTRIDE_{name.upper()}": value for name, value in settings.items()}
        with (folder / "log").open("wb") as log:
            self.process = subprocess.Popen([sys.executable, "-c", PROGRAM], env=os.environ | environ, stderr=log)
        self._wait()

    def _wait(self) -> None:
        for _ in range(600):
            if self.process.poll() is not None:
                break
            try:
                urllib.request.urlopen(f"{self.url}/healthz").close()
            except OSError:
                time.sleep(0.1)
            else:
                return
        self.process.kill()
        self.process.wait()
        raise AssertionError(f"the server did not start:\n{(self.folder / 'log').read_text()}")

    def stop(self) -> int:
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(60)

    def records(self) -> list[dict[str, Any]]:
        """Everything that was logged so far."""
        return [
            json.loads(line)
            for line in (self.folder / "log").read_text().splitlines(keepends=True)
            if line[-1:] == "\n"
        ]

    def told(self, answer: httpx.Response) -> dict[str, Any]:
        """What was logged of a request, which is after its answer."""
        for _ in range(600):
            for record in self.records():
                if record.get("request") == answer.headers["x-request-id"]:
                    return record
            time.sleep(0.1)
        raise AssertionError("the request was not logged")


@pytest.fixture(scope="module")
def logged(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Behind a trusted proxy."""
    made = Server(tmp_path_factory.mktemp("logged"), log="json", proxies="127.0.0.1")
    yield made
    made.process.kill()
    made.process.wait()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One that the last test may stop, where another proxy is trusted than who asks."""
    made = Server(tmp_path_factory.mktemp("stopped"), proxies="192.0.2.0/24")
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


def test_serves_and_says_no_name(logged):
    answer = httpx.get(logged.url)
    assert answer.status_code == 200
    assert "server" not in answer.headers


def test_no_other_proxy_makes_cookies_secure(server):
    answer = httpx.get(server.url, headers=FORWARDED)
    assert "Secure" not in answer.headers["set-cookie"].split("; ")


def test_stops_while_a_stream_is_open_and_keeps_what_it_took(server):
    with httpx.Client(base_url=server.url) as client:
        token = client.get("/").text.split('name="csrf-token" content="')[1].split('"')[0]
        body = {"source": "a", "mode": "run"}
        sent = client.post("/api/exercises/vector-add/submissions", json=body, headers={"x-csrf-token": token}).json()
        with client.stream("GET", sent["events_url"]) as stream:
            lines = stream.iter_lines()
            assert next(lines) == "event: queued"
            assert server.stop() == 0
            # It ends, and is not broken off; that nobody grades is told in between.
            assert {line for line in lines if line.startswith("event")} <= {"event: queued"}
        cookies = client.cookies
    again = Server(server.folder)
    answer = httpx.get(f"{again.url}/api/submissions/{sent['id']}", cookies=cookies)
    again.stop()
    assert answer.json()["state"] == "queued"


def test_every_answer_has_an_id_which_is_in_the_log(logged):
    answer = httpx.get(f"{logged.url}/no%0Asuch?token=secret", headers={"cookie": "learner=" + "s" * 43})
    given = httpx.get(f"{logged.url}/nowhere", headers={"x-request-id": "from-the-proxy.1"})
    assert given.headers["x-request-id"] == "from-the-proxy.1"
    told = logged.told(answer)
    assert told["path"] == "/no\nsuch"
    assert (told["event"], told["method"], told["status"]) == ("request", "GET", 404)
    assert told["ms"] > 0
    records = str(logged.records())
    assert "secret" not in records
    assert "s" * 43 not in records


@pytest.mark.parametrize("strange", ["short", "a" * 65, "with space", "ünïcödé-id"])
def test_a_strange_request_id_is_replaced(logged, strange):
    answer = httpx.get(logged.url, headers={"x-request-id": strange.encode()})
    assert re.fullmatch("[0-9a-f]{16}", answer.headers["x-request-id"])


def test_an_error_of_ours_is_one_line_with_the_id_that_its_reader_sees(logged):
    with closing(sqlite3.connect(logged.folder / "data/gridstride.sqlite")) as conn:
        conn.execute("ALTER TABLE learner RENAME TO gone")
        answer = httpx.get(f"{logged.url}/", headers={"cookie": "learner=" + "s" * 43})
        conn.execute("ALTER TABLE gone RENAME TO learner")
    assert answer.status_code == 503
    assert logged.told(answer)["level"] == "ERROR"
    told = [record for record in logged.records() if record["level"] == "ERROR"]
    assert [record["request"] for record in told] == [answer.headers["x-request-id"]]


FORWARDED = {"x-forwarded-proto": "https", "x-forwarded-for": "198.51.100.1"}


def test_a_trusted_proxy_makes_cookies_secure(logged):
    answer = httpx.get(logged.url, headers=FORWARDED)
    assert "Secure" in answer.headers["set-cookie"].split("; ")
