"""Submit → verdict of vector add with five cases, warm, against one cold `python` a submission with numba's simulator.

    .venv/bin/python bench/submission.py [--submissions 30] [--cold 5]

Both sides grade the same solution on the same five cases, taken in turns in one run. Ours goes the whole way: HTTP, the
store, the queue, the worker, compiler and linker in the sandbox, the interpreter with every check, and the verdict
heard by server-sent events. The result is printed and kept in bench/results/submission.json.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import re
import shutil
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path

import httpx

ROOT = Path(__file__).resolve().parent.parent
# The exercise asks for a size of 1, an odd one, one off a block, and a large one. The simulator runs some thousand
# threads a second, so the large one is what decides; the second set leaves it out, to say what is left without it.
SETS = {"with a large case": (1, 33, 257, 1_000, 65_536), "small cases alone": (1, 33, 255, 257, 1_000)}
RESULT = ROOT / "bench/results/submission.json"
Lengths = tuple[int, ...]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--submissions", type=int, default=30)
    parser.add_argument("--cold", type=int, default=5)
    options = parser.parse_args()
    measured = {name: _measure(lengths, options.submissions, options.cold) for name, lengths in SETS.items()}
    result = {
        "sets": measured,
        "versions": {"python": platform.python_version(), **{n: version(n) for n in ("numba", "numba-cuda", "numpy")}},
        "cores": os.cpu_count(),
    }
    RESULT.write_text(json.dumps(result, indent=1) + "\n")
    print(json.dumps(result, indent=1))
    return 0


def _measure(lengths: Lengths, submissions: int, colds: int) -> dict[str, object]:
    with tempfile.TemporaryDirectory() as folder:
        course = _course(Path(folder) / "course", lengths)
        with _server(course, Path(folder) / "data") as client:
            for turn in range(3):
                _submit(client, course, -turn)
            ours, cold = [], []
            for turn in range(submissions):
                ours.append(_submit(client, course, turn))
                if turn % max(1, submissions // colds) == 0:
                    cold.append(_cold(course))
    ratio = statistics.median(cold) / statistics.median(ours)
    return {"lengths": lengths, "ours_ms": _times(ours), "cold_simulator_ms": _times(cold), "ratio": round(ratio, 1)}


def _course(folder: Path, lengths: Lengths) -> Path:
    """A course of the one exercise, cut to the five lengths."""
    shutil.copytree(ROOT / "kernels/vector-add", folder / "kernels/vector-add")
    (folder / "lessons").mkdir()
    path = folder / "kernels/vector-add/exercise.py"
    text, cuts = re.subn(r"^LENGTHS = .*$", f"LENGTHS = {lengths}", path.read_text(), flags=re.MULTILINE)
    text, views = re.subn(r"^VISIBLE = .*$", f"VISIBLE = {lengths[:2]}", text, flags=re.MULTILINE)
    if (cuts, views) != (1, 1):
        raise SystemExit("kernels/vector-add/exercise.py no longer names its LENGTHS and VISIBLE")
    path.write_text(text)
    return folder


@contextmanager
def _server(course: Path, data: Path) -> Iterator[httpx.Client]:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    environ = os.environ | {
        "GRIDSTRIDE_COURSE": str(course),
        "GRIDSTRIDE_DATA": str(data),
        "GRIDSTRIDE_PORT": str(port),
    }
    process = subprocess.Popen([sys.executable, "-m", "app", "serve"], cwd=ROOT, env=environ)
    try:
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=60) as client:
            _wait(client)
            page = client.get("/exercises/vector-add").raise_for_status().text
            token = re.search(r'<meta name="csrf-token" content="([^"]+)"', page)
            if token is None:
                raise SystemExit("the page has no CSRF token")
            client.headers["X-CSRF-Token"] = token[1]
            yield client
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(30)


def _wait(client: httpx.Client) -> None:
    for _ in range(300):
        try:
            if client.get("/healthz").is_success:
                return
        except httpx.TransportError:
            pass
        time.sleep(0.1)
    raise SystemExit("the server did not answer within 30 s")


def _submit(client: httpx.Client, course: Path, turn: int) -> float:
    """Seconds from sending the source, a new one each turn, to holding the verdict."""
    source = (course / "kernels/vector-add/solution.py").read_text() + f"\n# turn {turn}\n"
    started = time.perf_counter()
    made = client.post("/api/exercises/vector-add/submissions", json={"source": source, "mode": "submit"})
    made.raise_for_status()
    with client.stream("GET", made.json()["events_url"]) as events:
        if not any(line == "event: graded" for line in events.iter_lines()):
            raise SystemExit("the stream ended without a verdict")
    verdict = client.get(f"/api/submissions/{made.json()['id']}").json()["verdict"]
    seconds = time.perf_counter() - started
    if verdict["kind"] != "passed" or len(verdict["cases"]) != 5:
        raise SystemExit(f"a right kernel got {verdict}")
    return seconds


def _cold(course: Path) -> float:
    command = [sys.executable, str(ROOT / "bench/cold_simulator.py"), str(course / "kernels/vector-add"), "7"]
    started = time.perf_counter()
    subprocess.run(command, check=True)
    return time.perf_counter() - started


def _times(seconds: list[float]) -> dict[str, object]:
    return {"median": _ms(statistics.median(seconds)), "all": [_ms(s) for s in seconds]}


def _ms(seconds: float) -> float:
    return round(1000 * seconds, 1)


if __name__ == "__main__":
    raise SystemExit(main())
