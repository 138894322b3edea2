"""What worker and zygote hold more of after many jobs: descriptors, threads, processes, memory."""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path

from app.protocol.frames import Frame
from app.sandbox import Sandbox

PAGE = os.sysconf("SC_PAGESIZE")
# Good ends and bad ones: an exception, an exit, a flood, a crash, garbage in place of results, a result.
SOURCES = (
    "pass",
    "1 / 0",
    "import os; os._exit(3)",
    "print('x' * 100_000)",
    "import ctypes; ctypes.string_at(0)",
    "import os; os.write(3, b'garbage')",
    "send(Frame('r', {'n': 1}))",
)


def leaks(sandbox: Sandbox, jobs: int, warm_up: int = 40) -> Mapping[str, int]:
    """By how much each count has grown from the job `warm_up` to the last; `jobs` counts those between."""
    _through(sandbox, warm_up)
    before = held(sandbox)
    _through(sandbox, jobs)
    after = held(sandbox)
    return {"jobs": jobs} | {name: after[name] - count for name, count in before.items() if name in after}


def held(sandbox: Sandbox) -> dict[str, int]:
    """Counts and bytes of this process and of the zygote; what only root may see is left out for others."""
    gc.collect()
    zygote = sandbox.zygote_pid
    counts = {"dead_children": len(children(zygote)), "zygotes": len(children(os.getpid()))}
    for name, pid in (("worker", os.getpid()), ("zygote", zygote)):
        with suppress(PermissionError):
            counts[f"{name}_descriptors"] = len(list(Path(f"/proc/{pid}/fd").iterdir()))
        counts[f"{name}_threads"] = len(list(Path(f"/proc/{pid}/task").iterdir()))
        counts[f"{name}_resident_bytes"] = int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * PAGE
    return counts


def children(parent: int | None) -> list[int]:
    """The process ids of all children of a process, dead ones too."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            if stat.read_text().rsplit(")", 1)[1].split()[1] == str(parent):
                found.append(int(stat.parent.name))
    return found


def _through(sandbox: Sandbox, jobs: int) -> None:
    ways: tuple[Callable[[Sandbox, Frame], object], ...] = (_run, _talk, _begin)
    for at in range(jobs):
        ways[at % len(ways)](sandbox, Frame("job", {"source": SOURCES[at % len(SOURCES)]}))


def _run(sandbox: Sandbox, job: Frame) -> None:
    sandbox.run(job)


def _talk(sandbox: Sandbox, job: Frame) -> None:
    with sandbox.talk(job) as talk:
        talk.hear()
        talk.end()


def _begin(sandbox: Sandbox, job: Frame) -> None:
    with sandbox.begun(job) as running:
        running.answer()
        running.end()
