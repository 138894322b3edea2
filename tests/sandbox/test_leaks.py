"""What is left after many jobs, good and bad ones: nothing."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from app.sandbox import Limits, Sandbox
from bench.sandbox_leaks import held, leaks

LIMITS = Limits(seconds=10, cpu_seconds=5, address_bytes=512 << 20, result_bytes=1 << 20)
KEPT = 4 << 20  # bytes that an allocator may keep; a leak of one job's pages is far more after so many


def grown(counts: Mapping[str, int]) -> set[str]:
    return {what for what, count in counts.items() if what != "jobs" and count > (KEPT if "bytes" in what else 0)}


@pytest.mark.parametrize(
    ("jobs", "each"),
    [
        (200, 10_000),  # of one zygote, for a successor that warms up would be counted
        pytest.param(2000, 10_000, marks=pytest.mark.slow),
        pytest.param(2000, 200, marks=pytest.mark.slow),
    ],
)
@pytest.mark.timeout(900)
def test_nothing_is_left_after_many_jobs(jobs: int, each: int) -> None:
    with Sandbox("children", limits=LIMITS, path=[Path(__file__).parent], jobs_per_zygote=each) as sandbox:
        assert grown(leaks(sandbox, jobs, warm_up=20)) == set()


def test_what_is_left_would_be_seen(sandbox: Sandbox) -> None:
    before = held(sandbox)
    with Path("/dev/null").open():
        after = held(sandbox)
    assert grown({what: count - before[what] for what, count in after.items()}) == {"worker_descriptors"}
