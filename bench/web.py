"""Lesson pages from a warm server against static files from the same server.

    .venv/bin/python bench/web.py [--requests 400]

One `gridstride web`, one connection, requests in turns: each lesson for a new visitor and for a learner who has
answered questions, and two static files, the style sheet of lessons and the editor. All with
gzip, as browsers ask. Prints medians in milliseconds and the ratio of the slowest lesson page to each file, and
keeps them in bench/results/web.json.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import platform
import re
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlencode

ROOT = Path(__file__).resolve().parent.parent
RESULT = ROOT / "bench/results/web.json"
FILES = ("css/lesson.css", "vendor/codemirror.js")
WARM = 20
CHOICE = re.compile(r'action="([^"]+/answers)".*?type="radio" name="answer" value="([^"]+)"', re.DOTALL)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--requests", type=int, default=400)
    requests = parser.parse_args().requests
    with tempfile.TemporaryDirectory() as folder, _server(Path(folder)) as port:
        wire = Wire(port)
        cookie = _learner(wire)
        paths = {**_lessons(wire, "", ""), **_lessons(wire, cookie, ", a learner's"), **_files(wire)}
        times = _times(wire, paths, requests)
    medians = {name: round(statistics.median(of), 3) for name, of in times.items()}
    slowest = max(ms for name, ms in medians.items() if name.startswith("lesson"))
    result = {
        "median_ms": medians,
        "bytes": {name: len(wire.last[name]) for name in paths},
        "slowest_lesson_over": {name: round(slowest / medians[name], 2) for name in FILES},
        "requests": requests,
        "python": platform.python_version(),
        "cores": os.cpu_count(),
    }
    RESULT.write_text(json.dumps(result, indent=1) + "\n")
    print(json.dumps(result, indent=1))
    return 0


class Wire:
    """One connection that is kept open."""

    def __init__(self, port: int) -> None:
        self._http = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        self._http.connect()
        self._http.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.last: dict[str, bytes] = {}

    def get(self, path: str, cookie: str = "") -> tuple[http.client.HTTPMessage, bytes]:
        headers = {"Accept-Encoding": "gzip", **({"Cookie": cookie} if cookie else {})}
        self._http.request("GET", path, headers=headers)
        return self._answer(path)

    def text(self, path: str, cookie: str = "") -> tuple[http.client.HTTPMessage, str]:
        self._http.request("GET", path, headers={"Cookie": cookie} if cookie else {})
        headers, body = self._answer(path)
        return headers, body.decode()

    def post(self, path: str, fields: dict[str, str], cookie: str) -> http.client.HTTPMessage:
        headers = {"Cookie": cookie, "Content-Type": "application/x-www-form-urlencoded"}
        self._http.request("POST", path, urlencode(fields), headers)
        return self._answer(path)[0]

    def _answer(self, path: str) -> tuple[http.client.HTTPMessage, bytes]:
        answer = self._http.getresponse()
        body = answer.read()
        if answer.status >= 400:
            raise SystemExit(f"{path} answers {answer.status}: {body[:200]!r}")
        return answer.headers, body


def _learner(wire: Wire) -> str:
    """The cookie of a learner who has answered the first two choices of every lesson."""
    headers, _ = wire.text("/")
    cookie = _kept(headers)
    for path in _slugs(wire):
        _, page = wire.text(path, cookie)
        token = re.search(r'name="csrf-token" content="(\w+)"', page)
        assert token is not None
        choices = [found for part in page.split("<section") if (found := CHOICE.search(part))]
        for choice in choices[:2]:
            made = wire.post(choice[1], {"answer": choice[2], "csrf": token[1]}, cookie)
            if "learner=" not in cookie:
                cookie = f"{cookie}; {_kept(made)}"
    return cookie


def _kept(headers: http.client.HTTPMessage) -> str:
    """The cookies of an answer, as they are sent back."""
    return "; ".join(value.partition(";")[0] for value in headers.get_all("Set-Cookie", []))


def _slugs(wire: Wire) -> list[str]:
    return sorted(set(re.findall(r'href="(/lessons/[a-z0-9-]+)"', wire.text("/")[1])))


def _lessons(wire: Wire, cookie: str, whose: str) -> dict[str, tuple[str, str]]:
    return {f"lesson {path.rpartition('/')[2]}{whose}": (path, cookie) for path in _slugs(wire)}


def _files(wire: Wire) -> dict[str, tuple[str, str]]:
    root = re.search(r'"(/static/[^/"]+/)css/site.css"', wire.text("/")[1])
    assert root is not None
    return {name: (root[1] + name, "") for name in FILES}


def _times(wire: Wire, paths: dict[str, tuple[str, str]], requests: int) -> dict[str, list[float]]:
    """Milliseconds from the request to the last byte, by name; the first ones, which warm up, are left out."""
    times: dict[str, list[float]] = {name: [] for name in paths}
    for turn in range(-WARM, requests):
        for name, (path, cookie) in paths.items():
            started = time.perf_counter()
            _, wire.last[name] = wire.get(path, cookie)
            if turn >= 0:
                times[name].append(1000 * (time.perf_counter() - started))
    return times


@contextmanager
def _server(folder: Path) -> Iterator[int]:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port: int = probe.getsockname()[1]
    environ = {**os.environ, "GRIDSTRIDE_DATA": str(folder), "GRIDSTRIDE_PORT": str(port), "GRIDSTRIDE_RATES": "off"}
    with subprocess.Popen(
        [sys.executable, "-m", "app", "web"], cwd=ROOT, env=environ, stderr=subprocess.DEVNULL
    ) as web:
        try:
            _wait(port)
            yield port
        finally:
            web.terminate()


def _wait(port: int) -> None:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        try:
            return socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            time.sleep(0.1)
    raise SystemExit("the web does not answer")


if __name__ == "__main__":
    raise SystemExit(main())
