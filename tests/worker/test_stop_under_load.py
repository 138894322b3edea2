"""SIGTERM on the whole tree while learners send and watch: the real commands, the real sandbox."""

from __future__ import annotations

import os
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
from contextlib import closing, suppress
from pathlib import Path

import httpx
import pytest

from app.config import ROOT

GRACE_S = 1.0


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_nothing_is_lost_nothing_is_counted_and_the_tree_is_gone_in_time(tmp_path, port):
    served = serve(tmp_path, port)
    try:
        assert served.stdout.readline().startswith("Gridstride is at")
        learners = [httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=30) for _ in range(6)]
        sent = [send(learner) for learner in learners]
        streams = [threading.Thread(target=watch, args=pair, daemon=True) for pair in zip(learners, sent, strict=True)]
        for stream in streams:
            stream.start()
        served.send_signal(signal.SIGTERM)
        assert served.wait(60) == 0
        for stream in streams:
            stream.join(60)
        assert not any(stream.is_alive() for stream in streams)
        for learner in learners:
            learner.close()
    finally:
        served.kill()
        served.communicate()
    with closing(sqlite3.connect(tmp_path / "gridstride.sqlite")) as conn:
        rows = conn.execute("SELECT state, tries, kind FROM submission LEFT JOIN verdict ON submission = id").fetchall()
    assert len(rows) == len(sent)
    assert set(rows) <= {("queued", 0, None), ("done", 1, "passed")}


def serve(data: Path, port: int) -> subprocess.Popen[str]:
    environ = {"GRIDSTRIDE_DATA": str(data), "GRIDSTRIDE_PORT": str(port), "GRIDSTRIDE_GRACE_S": str(GRACE_S)}
    command = [sys.executable, "-m", "app", "serve"]
    return subprocess.Popen(command, cwd=ROOT, env=os.environ | environ, stdout=subprocess.PIPE, text=True)


def send(learner: httpx.Client) -> str:
    token = learner.get("/").text.split('name="csrf-token" content="')[1].split('"')[0]
    body = {"source": (ROOT / "kernels/vector-add/solution.py").read_text(), "mode": "submit"}
    path = "/api/exercises/vector-add/submissions"
    url: str = learner.post(path, json=body, headers={"x-csrf-token": token}).raise_for_status().json()["events_url"]
    return url


def watch(learner: httpx.Client, url: str) -> None:
    """Until the stream ends; one that the stop breaks off before it began is no fault."""
    with suppress(httpx.TransportError), learner.stream("GET", url) as stream:
        stream.read()


@pytest.fixture
def port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])
