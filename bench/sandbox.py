"""What the wall costs: time from fork to jail, a trivial job with and without layers, memory, leaks.

Run `python bench/sandbox.py`; it prints one JSON object. Times are medians in milliseconds of jobs that do nothing,
taken in turns with and without layers, so that a busy machine disturbs both alike. Sizes are bytes.
"""

from __future__ import annotations

import json
import os
import statistics
import sys
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[0] = str(ROOT)  # in the place of this folder, whose files have names of the standard library

from app.protocol.frames import Frame  # noqa: E402  # the checkout is not installed
from app.sandbox import ALL_LAYERS, Layer, Limits, Sandbox  # noqa: E402  # as above

CHILDREN = ROOT / "tests" / "sandbox"
LIMITS = Limits(seconds=10, cpu_seconds=5, address_bytes=512 << 20, result_bytes=1 << 20)
NOTHING = Frame("job", {"source": "pass"})
# The first thing that a job can do is tell the time, which all processes share.
CLOCK = Frame("job", {"source": "import time; send(Frame('t', {'t': time.monotonic()}))"})
SLEEP = Frame("job", {"source": "import time; time.sleep(1)"})
JOBS, LEAK_JOBS = 60, 300


def main() -> None:
    """Measure, and print."""
    started = time.monotonic()
    with made(ALL_LAYERS) as walled, made(frozenset()) as bare:
        starts = (time.monotonic() - started) / 2
        jobs: dict[str, list[float]] = {"walled": [], "bare": [], "to_job": []}
        for _ in range(JOBS):
            jobs["walled"].append(timed(lambda: walled.run(NOTHING)))
            jobs["bare"].append(timed(lambda: bare.run(NOTHING)))
            jobs["to_job"].append(until_job(walled))
        medians = {name: statistics.median(values) for name, values in jobs.items()}
        print(
            json.dumps(
                {
                    "zygote_start_ms": round(1000 * starts),
                    "call_to_job_ms": round(medians["to_job"], 2),
                    "trivial_job_ms": round(medians["walled"], 2),
                    "trivial_job_without_layers_ms": round(medians["bare"], 2),
                    "ratio": round(medians["walled"] / medians["bare"], 2),
                    "idle_child": memory_of_child(walled),
                    "leaks": leaks(),
                },
                indent=2,
            )
        )


def made(layers: frozenset[Layer], jobs: int = 10_000) -> Sandbox:
    """A sandbox of the tests' child module."""
    return Sandbox("children", limits=LIMITS, path=[CHILDREN], layers=layers, jobs_per_zygote=jobs)


def timed(call: Callable[[], object]) -> float:
    """Milliseconds of one call."""
    started = time.monotonic()
    call()
    return 1000 * (time.monotonic() - started)


def until_job(sandbox: Sandbox) -> float:
    """Milliseconds from the call in the parent to the first line of a job behind the wall."""
    started = time.monotonic()
    told = sandbox.run(CLOCK).frames[0].data["t"]
    assert isinstance(told, float)
    return 1000 * (told - started)


def memory_of_child(sandbox: Sandbox) -> Mapping[str, int] | str:
    """Memory of a child that sleeps, from smaps_rollup. Only root may look into a child."""
    if os.geteuid() != 0:
        return "only root can look"
    running = threading.Thread(target=sandbox.run, args=(SLEEP,))
    running.start()
    time.sleep(0.5)
    zygote = sandbox.zygote_pid
    rollup = next(Path(f"/proc/{pid}/smaps_rollup").read_text() for pid in children(zygote))
    running.join()
    fields = {line.split(":")[0]: int(line.split()[1]) << 10 for line in rollup.splitlines()[1:]}
    return {"private_dirty": fields["Private_Dirty"], "proportional": fields["Pss"], "resident": fields["Rss"]}


def children(parent: int | None) -> list[int]:
    """The process ids of all children of a process."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            if stat.read_text().rsplit(")", 1)[1].split()[1] == str(parent):
                found.append(int(stat.parent.name))
    return found


def leaks() -> Mapping[str, int]:
    """What parent and zygote hold more of after many jobs, good and bad ones."""
    sources = ("pass", "1 / 0", "import os; os._exit(3)", "print('x' * 100_000)", "import ctypes; ctypes.string_at(0)")
    with made(ALL_LAYERS) as sandbox:
        for warm_up in range(20):
            sandbox.run(Frame("job", {"source": sources[warm_up % len(sources)]}))
        before = held(sandbox)
        for at in range(LEAK_JOBS):
            sandbox.run(Frame("job", {"source": sources[at % len(sources)]}))
        return {name: value - before[name] for name, value in held(sandbox).items()} | {"jobs": LEAK_JOBS}


def held(sandbox: Sandbox) -> dict[str, int]:
    """Descriptors and resident bytes, and children that nobody has buried."""
    counts: dict[str, int] = {"unburied": len(children(sandbox.zygote_pid))}
    for name, pid in (("parent", os.getpid()), ("zygote", sandbox.zygote_pid)):
        with suppress(PermissionError):  # only root may look into a zygote
            counts[f"{name}_descriptors"] = len(list(Path(f"/proc/{pid}/fd").iterdir()))
        counts[f"{name}_resident"] = int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGESIZE")
    return counts


if __name__ == "__main__":
    main()
