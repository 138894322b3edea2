"""How fast the embedded queue is, with real worker processes and a grading that does nothing.

    python bench/queueing.py [--workers 2] [--jobs 1000] [--pings 200] [--folder /dev/shm]

Prints JSON: `start_ms` from the call that stores a submission to the moment when a worker's grading begins, with
nobody else in the queue; `told_ms` until a subscriber of the bus has read the verdict; `jobs_per_second` for a
queue that is full from the start, each job of another learner.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import aclosing, contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from app.config import Settings  # noqa: E402  # the path comes first
from app.domain.learner import Learner  # noqa: E402  # the path comes first
from app.domain.submission import Mode, State, Submission  # noqa: E402  # the path comes first
from app.domain.verdict import Message, Verdict, VerdictKind  # noqa: E402  # the path comes first
from app.queue import LocalBus, LocalQueue  # noqa: E402  # the path comes first
from app.store.database import Database  # noqa: E402  # the path comes first
from app.store.learners import LearnerStore  # noqa: E402  # the path comes first
from app.store.submissions import SubmissionStore  # noqa: E402  # the path comes first
from app.worker.loop import Progress, work  # noqa: E402  # the path comes first


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--jobs", type=int, default=1000)
    parser.add_argument("--pings", type=int, default=200)
    parser.add_argument("--folder", type=Path, help="where the database lies; on tmpfs a durable write costs nothing")
    parser.add_argument("--as-worker", type=Path)
    options = parser.parse_args()
    if options.as_worker:
        raise SystemExit(work(Settings(data=options.as_worker), nothing))
    with tempfile.TemporaryDirectory(dir=options.folder) as folder:
        print(json.dumps(measure(Path(folder), options), indent=2))


def nothing(_: Submission, __: Progress) -> Verdict:
    """The grading: it only says when it began."""
    return Verdict(kind=VerdictKind.PASSED, device="none", message=Message(key="verdict.passed"), ms=1000 * time.time())


def measure(folder: Path, options: argparse.Namespace) -> dict[str, object]:
    db = Database.open(folder)
    db.migrate()
    queue, bus = LocalQueue(folder), LocalBus(folder)
    store = SubmissionStore(db, queue, bus)
    learners = [LearnerStore(db).create(str(number)) for number in range(options.jobs)]
    with workers(folder, options.workers):
        starts, tells = asyncio.run(pings(store, bus, learners[0], options.pings + 5))
    began = time.perf_counter()
    sent = [submit(store, learner) for learner in learners]
    stored = time.perf_counter() - began
    graded = drain(folder, store, sent, options.workers)
    queue.close()
    bus.close()
    db.close()
    return {
        "workers": options.workers,
        "start_ms": spread(starts[5:]),
        "told_ms": spread(tells[5:]),
        "stores_per_second": round(options.jobs / stored),
        "jobs_per_second": graded,
    }


async def pings(store: SubmissionStore, bus: LocalBus, learner: Learner, count: int) -> tuple[list[float], list[float]]:
    starts, tells = [], []
    for _ in range(count):
        before = time.time()
        sent = submit(store, learner)
        async with aclosing(bus.subscribe(sent.id)) as news:
            async for _ in news:
                found = store.get(sent.id)
                if found is not None and found.verdict is not None:
                    break
        assert found.verdict is not None
        tells.append(1000 * (time.time() - before))
        starts.append(found.verdict.ms - 1000 * before)
        await asyncio.sleep(0.01)  # the worker goes idle again
    return starts, tells


def drain(folder: Path, store: SubmissionStore, sent: list[Submission], count: int) -> int:
    """Jobs a second between the first verdict and the last: starting the processes is not counted."""
    with workers(folder, count):
        while sum(one.state is State.DONE for one in map(store.get, [s.id for s in sent[-count:]]) if one) < count:
            time.sleep(0.05)
    times = sorted(found.verdict.ms for found in (store.get(one.id) for one in sent) if found and found.verdict)
    return round(1000 * (len(times) - 1) / (times[-1] - times[0]))


@contextmanager
def workers(folder: Path, count: int):
    started = [subprocess.Popen([sys.executable, __file__, "--as-worker", str(folder)]) for _ in range(count)]
    try:
        yield
    finally:
        for process in started:
            process.terminate()
        for process in started:
            process.wait()


def submit(store: SubmissionStore, learner: Learner) -> Submission:
    return store.create(learner, "vector-add", "v1", Mode.SUBMIT, "def vector_add(a, b, out): ...\n" * 20)


def spread(values: list[float]) -> dict[str, float]:
    ordered = sorted(values)
    return {
        "median": round(statistics.median(ordered), 2),
        "p95": round(ordered[int(0.95 * len(ordered))], 2),
        "worst": round(ordered[-1], 2),
    }


if __name__ == "__main__":
    main()
