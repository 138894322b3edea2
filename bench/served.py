"""A site of one exercise, served on loopback as an operator would, and a client that submits as a page does."""

from __future__ import annotations

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

ROOT = Path(__file__).resolve().parent.parent
EXERCISE = "vector-add"
_STARTS_S = 120.0


_NUMBERED = """

_launches = cases


def cases(rng):
    return [
        Case(f"{number}. {case.name}", case.args, case.grid, case.block, visible=number <= VISIBLE)
        for number, case in enumerate(_launches(rng), 1)
    ]
"""
_GUARDS = ("no_guard.py", "greater_for_greater_equal.py")  # wrong only where the last block has threads to spare


def course(folder: Path, lengths: tuple[int, ...], visible: int = 2) -> Path:
    """A course of vector add alone, with one case for each length; the first ones are visible."""
    shutil.copytree(ROOT / "kernels" / EXERCISE, folder / "kernels" / EXERCISE)
    (folder / "lessons").mkdir()
    path = folder / "kernels" / EXERCISE / "exercise.py"
    text, cuts = re.subn(r"^LENGTHS = .*$", f"LENGTHS = {lengths}", path.read_text(), flags=re.MULTILINE)
    text, views = re.subn(r"^VISIBLE = .*$", f"VISIBLE = {visible}", text, flags=re.MULTILINE)
    text, marks = re.subn(r"^ +visible=.*\n", "", text, flags=re.MULTILINE)
    if (cuts, views, marks) != (1, 1, 1):
        raise SystemExit(f"kernels/{EXERCISE}/exercise.py no longer names its LENGTHS and VISIBLE")
    path.write_text(text + _NUMBERED)
    for name in _GUARDS:
        (path.parent / "wrong" / name).unlink()
    return folder


def source(course: Path, turn: int | str) -> str:
    """The solution, a new text for every turn, so that nothing is cached by content."""
    return (course / "kernels" / EXERCISE / "solution.py").read_text() + f"\n# turn {turn}\n"


@contextmanager
def serving(course: Path, data: Path, **settings: object) -> Iterator[httpx.Client]:
    """`gridstride serve` of a course that has proved itself, and a client that holds a visitor's cookie and token."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    named = {f"GRIDSTRIDE_{name.upper()}": str(value) for name, value in settings.items()}
    environ = os.environ | {"GRIDSTRIDE_COURSE": str(course), "GRIDSTRIDE_DATA": str(data)}
    environ |= {"GRIDSTRIDE_RATES": "off"} | named  # one learner sends all of it
    command = [sys.executable, "-m", "app"]
    subprocess.run([*command, "check"], cwd=ROOT, env=environ, check=True, stdout=subprocess.DEVNULL)
    process = subprocess.Popen([*command, "serve"], cwd=ROOT, env=environ | {"GRIDSTRIDE_PORT": str(port)})
    try:
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=60) as client:
            _wait(client)
            page = client.get(f"/exercises/{EXERCISE}").raise_for_status().text
            token = re.search(r'<meta name="csrf-token" content="([^"]+)"', page)
            if token is None:
                raise SystemExit("the page has no CSRF token")
            client.headers["X-CSRF-Token"] = token[1]
            yield client
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(30)


def submit(client: httpx.Client, text: str) -> tuple[float, Mapping[str, Any]]:
    """Seconds from sending a source to holding the verdict, heard by server-sent events; and the verdict."""
    started = time.perf_counter()
    made = client.post(f"/api/exercises/{EXERCISE}/submissions", json={"source": text, "mode": "submit"})
    made.raise_for_status()
    with client.stream("GET", made.json()["events_url"]) as events:
        if not any(line == "event: graded" for line in events.iter_lines()):
            raise SystemExit("the stream ended without a verdict")
    verdict = client.get(f"/api/submissions/{made.json()['id']}").json()["verdict"]
    return time.perf_counter() - started, verdict


def passed(verdict: Mapping[str, Any], cases: int) -> None:
    """Ends the program where a right kernel did not pass all of so many cases."""
    if verdict["kind"] != "passed" or len(verdict["cases"]) != cases:
        raise SystemExit(f"a right kernel got {verdict['kind']}: {verdict['message']}, {verdict['findings']}")


def _wait(client: httpx.Client) -> None:
    deadline = time.monotonic() + _STARTS_S
    while time.monotonic() < deadline:
        try:
            if client.get("/healthz").is_success:
                return
        except httpx.TransportError:
            pass
        time.sleep(0.1)
    raise SystemExit(f"the server did not answer within {_STARTS_S:.0f} s")
