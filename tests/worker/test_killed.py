"""One verdict for each submission that was acknowledged, whatever is killed."""

from __future__ import annotations

import random
import signal
import time

import pytest
from sqlalchemy import text

from app.domain.submission import Stage
from app.domain.verdict import VerdictKind


def test_a_worker_killed_in_mid_submission_costs_seconds_and_no_verdict(site, gate):
    sent = site.submit(f"until {gate}")
    first = site.worker(lease_s=1)
    site.until(lambda: Stage.SIMULATING in site.stages(sent))
    first.kill()
    first.wait()
    gate.touch()
    site.worker(lease_s=1)
    site.until(lambda: site.kind(sent) is VerdictKind.PASSED)
    assert site.stages(sent).count(Stage.GRADED) == 1


@pytest.mark.slow
def test_a_worker_that_was_frozen_past_its_lease_adds_no_second_verdict(site, gate):
    sent = site.submit(f"until {gate}")
    frozen = site.worker(lease_s=1, grace_s=60)
    site.until(lambda: Stage.SIMULATING in site.stages(sent))
    frozen.send_signal(signal.SIGSTOP)
    gate.touch()
    site.worker(lease_s=1)
    site.until(lambda: site.kind(sent) is VerdictKind.PASSED)
    frozen.send_signal(signal.SIGCONT)
    frozen.terminate()
    assert "after its lease was lost" in frozen.communicate(timeout=60)[1]
    assert site.stages(sent).count(Stage.GRADED) == 1


@pytest.mark.slow
def test_200_submissions_of_20_learners_get_200_verdicts_while_workers_are_killed(site):
    chance = random.Random(7)
    workers = [site.worker(lease_s=1, tries=50) for _ in range(3)]
    sent = []
    deadline = time.monotonic() + 100
    while len(sent) < 200 or unfinished(site):
        assert time.monotonic() < deadline, f"{unfinished(site)} of {len(sent)} have no verdict"
        learners = [chance.randrange(20) for _ in range(min(4, 200 - len(sent)))]
        sent += [site.submit("sleep 0.02", f"learner {number}") for number in learners]
        if chance.random() < 0.1:
            victim = chance.randrange(3)
            workers[victim].kill()
            workers[victim] = site.worker(lease_s=1, tries=50)
        time.sleep(0.1)
    assert [site.stages(one).count(Stage.GRADED) for one in sent] == [1] * 200
    assert {site.kind(one) for one in sent} == {VerdictKind.PASSED, VerdictKind.SUPERSEDED}


def unfinished(site) -> int:
    with site.db.read() as conn:
        return conn.scalar(text("SELECT count(*) FROM submission WHERE state <> 'done'"))
