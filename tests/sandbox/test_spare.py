"""A child that is forked ahead of its job, and waits for it behind the wall."""

import os
import signal
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from app.protocol.frames import Frame
from app.sandbox import Ending, Limits, Sandbox

LIMITS = Limits(seconds=10, cpu_seconds=5, address_bytes=512 << 20, result_bytes=64 << 20)
CHILD = """\
import os
from app.protocol.frames import Frame

PACKAGES = ()
been = []

def warm(): pass

def rehearse(): been.append("rehearsed")

def handle(job, send):
    if job.data.get("exit"):
        os._exit(3)
    send(Frame("answer", {"pid": os.getpid(), "been": been}))
"""


@pytest.fixture
def sandbox(tmp_path: Path) -> Iterator[Sandbox]:
    (tmp_path / "spared.py").write_text(CHILD)
    with Sandbox("spared", limits=LIMITS, path=[tmp_path], spares=True) as made:
        yield made


def waiting(sandbox: Sandbox) -> list[int]:
    """The children of the zygote: the one that waits, once it has been forked."""
    listed = Path(f"/proc/{sandbox.zygote_pid}/task/{sandbox.zygote_pid}/children")
    for _ in range(500):
        if pids := [int(pid) for pid in listed.read_text().split()]:
            return pids
        time.sleep(0.01)
    return []


def runs(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def asked(sandbox: Sandbox, **data: object) -> Frame:
    outcome = sandbox.run(Frame("job", data))  # type: ignore[arg-type]  # plain data
    assert outcome.ending is Ending.OK, outcome
    return outcome.frames[0]


def test_a_job_is_done_by_the_child_that_waited_and_by_no_second_one(sandbox: Sandbox) -> None:
    first = waiting(sandbox)
    assert [asked(sandbox).data["pid"]] == first
    second = waiting(sandbox)
    assert [asked(sandbox).data["pid"]] == second != first


def test_a_child_that_waits_goes_through_its_work(sandbox: Sandbox) -> None:
    seen = set()
    for _ in range(20):
        time.sleep(0.4)
        seen.add(len(asked(sandbox).data["been"]))
        if 1 in seen:
            return
    pytest.fail(f"no child rehearsed: {seen}")


def test_a_job_that_comes_at_once_waits_for_no_rehearsal(sandbox: Sandbox) -> None:
    assert [] in [asked(sandbox).data["been"] for _ in range(20)]


def test_a_spare_that_died_costs_no_job(sandbox: Sandbox) -> None:
    (spare,) = waiting(sandbox)
    os.kill(spare, signal.SIGKILL)
    while Path(f"/proc/{spare}").exists():
        time.sleep(0.01)
    assert asked(sandbox).data["pid"] != spare


def test_a_job_that_may_use_other_things_gets_another_child(sandbox: Sandbox) -> None:
    (spare,) = waiting(sandbox)
    outcome = sandbox.run(Frame("job"), limits=replace(LIMITS, cpu_seconds=2))
    assert outcome.frames[0].data["pid"] != spare
    assert not Path(f"/proc/{spare}").exists()


def test_a_job_that_fails_leaves_the_next_a_spare(sandbox: Sandbox) -> None:
    assert sandbox.run(Frame("job", {"exit": True})).ending is Ending.CRASHED
    spare = waiting(sandbox)
    assert [asked(sandbox).data["pid"]] == spare


def test_no_job_is_lost_where_one_zygote_follows_another(tmp_path: Path) -> None:
    (tmp_path / "spared.py").write_text(CHILD)
    with Sandbox("spared", limits=LIMITS, path=[tmp_path], spares=True, jobs_per_zygote=2) as made:
        assert len({asked(made).data["pid"] for _ in range(6)}) == 6


def test_spares_leave_no_descriptor_and_no_process(sandbox: Sandbox) -> None:
    def held() -> int:
        return len(list(Path("/proc/self/fd").iterdir()))

    asked(sandbox)
    before = held()
    for exits in (False, True) * 5:
        sandbox.run(Frame("job", {"exit": exits}))
    (spare,) = waiting(sandbox)
    assert held() == before
    sandbox.close()
    for _ in range(500):
        if not runs(spare):
            return
        time.sleep(0.01)
    pytest.fail("the child that waited outlives its zygote")
