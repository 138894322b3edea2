"""What the wall costs: against the same job without layers, and against bubblewrap; memory; leaks.

Run `python -m bench.sandbox`; it prints one JSON object and writes it to bench/results/sandbox.json. Ways take turns,
so that a busy machine disturbs all alike. Times are milliseconds, sizes are bytes. Linux; bubblewrap for its part
(Debian: apt install bubblewrap), and only root sees the memory of a child behind the wall.
"""

from __future__ import annotations

import json
import os
import platform
import shutil
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path

from app.protocol.frames import Frame
from app.sandbox import ALL_LAYERS, Ending, Layer, Limits, Sandbox
from bench.sandbox_leaks import children, leaks

ROOT = Path(__file__).resolve().parent.parent
RESULT = ROOT / "bench" / "results" / "sandbox.json"
LIMITS = Limits(seconds=10, cpu_seconds=5, address_bytes=512 << 20, result_bytes=1 << 20)
NOTHING = Frame("job", {"source": "pass"})
# The first thing that a job can do is tell the time, which all processes share.
CLOCK = Frame("job", {"source": "import time; send(Frame('t', {'t': time.monotonic()}))"})
SLEEP = Frame("job", {"source": "import time; time.sleep(1)"})
ROLLUP = Frame("job", {"source": "send(Frame('m', {'text': open('/proc/self/smaps_rollup').read()}))"})
COLD = [sys.executable, "-I", "-c", "import numba.cuda"]
BUBBLE = ["--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--unshare-all", "--die-with-parent"]
ROUNDS, COLD_ROUNDS, LEAK_JOBS = 300, 20, 2000
BOUNDS = {"layers_add_at_most": 0.5, "times_as_fast_as_bubblewrap": 30, "private_bytes": 5_000_000}


def main() -> None:
    """Measure, write, and say which bound is missed."""
    with made(ALL_LAYERS) as walled, made(frozenset()) as bare:
        ways: dict[str, Callable[[], object]] = {
            "walled": lambda: done(walled),
            "bare": lambda: done(bare),
        }
        times = in_turns(ways, ROUNDS)
        to_job = figures([until_job(walled) for _ in range(ROUNDS // 3)])
        bubble = bubbled(walled)
        memory = memory_of_child(walled, bare)
    with made(ALL_LAYERS) as one:
        of_one = leaks(one, LEAK_JOBS)
    with made(ALL_LAYERS, jobs=200) as renewed:
        of_many = leaks(renewed, LEAK_JOBS)
    told: dict[str, object] = {
        "machine": {"cores": os.cpu_count(), "kernel": platform.release(), "root": os.geteuid() == 0},
        "trivial_job_ms": times["walled"],
        "trivial_job_without_layers_ms": times["bare"],
        "layers_add": round(times["walled"]["median"] / times["bare"]["median"] - 1, 3),
        "layers_add_at_p95": round(times["walled"]["p95"] / times["bare"]["p95"] - 1, 3),
        "call_to_first_line_ms": to_job,
        "bubblewrap": bubble,
        "idle_child": memory,
        "leaks_of_one_zygote": of_one,
        "leaks_with_zygotes_renewed": of_many,
    }
    told["missed"] = missed(told)
    RESULT.write_text(json.dumps(told, indent=2) + "\n")
    print(json.dumps(told, indent=2))


def made(layers: frozenset[Layer], jobs: int = 100_000) -> Sandbox:
    """A sandbox whose zygote has imported numba's CUDA target."""
    return Sandbox("bench.sandbox_child", limits=LIMITS, layers=layers, jobs_per_zygote=jobs)


def done(sandbox: Sandbox) -> None:
    """One job that does nothing, from the call to its outcome."""
    outcome = sandbox.run(NOTHING)
    assert outcome.ending is Ending.OK, outcome


def in_turns(ways: Mapping[str, Callable[[], object]], rounds: int) -> dict[str, dict[str, float]]:
    """Median and 95th percentile of each way; who begins a round changes."""
    times: dict[str, list[float]] = {name: [] for name in ways}
    for turn in range(rounds + 5):
        for name in sorted(ways, reverse=turn % 2 == 1):
            started = time.monotonic()
            ways[name]()
            times[name].append(1000 * (time.monotonic() - started))
    return {name: figures(taken[5:]) for name, taken in times.items()}


def figures(taken: list[float]) -> dict[str, float]:
    p95 = statistics.quantiles(taken, n=20)[-1]
    return {"median": round(statistics.median(taken), 2), "p95": round(p95, 2), "runs": len(taken)}


def until_job(sandbox: Sandbox) -> float:
    """Milliseconds from the call in the parent to the first line of a job behind the wall."""
    started = time.monotonic()
    told = sandbox.run(CLOCK).frames[0].data["t"]
    assert isinstance(told, float)
    return 1000 * (told - started)


def bubbled(walled: Sandbox) -> Mapping[str, object]:
    """Our whole job against a cold interpreter in a bubble, in turns; the cold interpreter alone, for comparison."""
    bwrap = shutil.which("bwrap")
    if bwrap is None:
        return {"missing": "bwrap is not installed (Debian: apt install bubblewrap)"}
    tried = subprocess.run([bwrap, *BUBBLE, "true"], check=False, capture_output=True, text=True)
    if tried.returncode:
        return {"missing": f"bwrap cannot work here: {tried.stderr.strip()}"}
    ways: dict[str, Callable[[], object]] = {
        "ours": lambda: done(walled),
        "bubble": lambda: subprocess.run([bwrap, *BUBBLE, *COLD], check=True),
        "cold": lambda: subprocess.run(COLD, check=True),
        "empty": lambda: subprocess.run([bwrap, *BUBBLE, "true"], check=True),
    }
    times = in_turns(ways, COLD_ROUNDS)
    return {
        "our_job_ms": times["ours"],
        "cold_interpreter_in_a_bubble_ms": times["bubble"],
        "cold_interpreter_alone_ms": times["cold"],
        "true_in_a_bubble_ms": times["empty"],
        "times_as_fast": round(times["bubble"]["median"] / times["ours"]["median"], 1),
    }


def memory_of_child(walled: Sandbox, bare: Sandbox) -> Mapping[str, object]:
    """Memory of a child that does nothing: as root of one behind the wall, else one without layers tells its own."""
    if os.geteuid() != 0:
        return {"seen_by": "itself, without layers"} | _memory(str(bare.run(ROLLUP).frames[0].data["text"]))
    running = threading.Thread(target=walled.run, args=(SLEEP,))
    running.start()
    time.sleep(0.5)
    (pid,) = children(walled.zygote_pid)
    rollup = Path(f"/proc/{pid}/smaps_rollup").read_text()
    running.join()
    return {"seen_by": "root, behind all layers"} | _memory(rollup)


def _memory(rollup: str) -> dict[str, int]:
    fields = {line.split(":")[0]: int(line.split()[1]) << 10 for line in rollup.splitlines()[1:]}
    return {"private_dirty": fields["Private_Dirty"], "proportional": fields["Pss"], "resident": fields["Rss"]}


def missed(told: Mapping[str, object]) -> list[str]:
    """What is not as it should be."""
    bubble, memory, adds = told["bubblewrap"], told["idle_child"], told["layers_add"]
    assert isinstance(bubble, Mapping)
    assert isinstance(memory, Mapping)
    assert isinstance(adds, float)
    found = ["layers_add"] * (adds > BOUNDS["layers_add_at_most"])
    found += ["bubblewrap"] * (bubble.get("times_as_fast", 0) < BOUNDS["times_as_fast_as_bubblewrap"])
    found += ["idle_child"] * (memory["private_dirty"] > BOUNDS["private_bytes"])
    for name in ("leaks_of_one_zygote", "leaks_with_zygotes_renewed"):
        counts = told[name]
        assert isinstance(counts, Mapping)
        found += [f"{name}.{what}" for what, grown in counts.items() if grown > _most(what)]
    return found


def _most(what: str) -> int:
    """No more of anything, but for pages: an allocator keeps some."""
    return LEAK_JOBS if what == "jobs" else 4 << 20 if what.endswith("_bytes") else 0


if __name__ == "__main__":
    main()
