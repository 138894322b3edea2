"""The worker as a process: what it does when all is well, when grading breaks, and when it is asked to stop."""

from __future__ import annotations

import signal

import pytest

from app.domain.submission import Stage
from app.domain.verdict import VerdictKind


def test_a_submission_is_graded_and_told_of(site):
    sent = site.submit("sleep 0.5")
    site.worker()
    site.until(lambda: site.kind(sent) is VerdictKind.PASSED)
    assert site.stages(sent) == [Stage.QUEUED, Stage.COMPILING, Stage.SIMULATING, Stage.GRADED]


def test_a_bug_in_grading_is_tried_again_and_then_called_ours(site):
    sent = site.submit("raise")
    worker = site.worker()
    site.until(lambda: site.kind(sent) is VerdictKind.INFRASTRUCTURE)
    assert site.stages(sent).count(Stage.COMPILING) == 3
    worker.terminate()
    assert "a bug of ours" in worker.communicate(timeout=60)[1]


@pytest.mark.slow
def test_a_bug_in_grading_does_not_hold_up_the_next_learner(site):
    site.submit("raise", "ada")
    sent = site.submit("sleep 0", "grace")
    site.worker()
    site.until(lambda: site.kind(sent) is VerdictKind.PASSED)


def test_an_idle_worker_stops_at_once_with_exit_0(site):
    sent = site.submit("sleep 0")
    worker = site.worker(grace_s=600)
    site.until(lambda: site.kind(sent))
    worker.send_signal(signal.SIGTERM)
    assert worker.wait(60) == 0


def test_a_worker_that_is_asked_to_stop_finishes_what_ends_soon(site, gate):
    sent = site.submit(f"until {gate}")
    worker = site.worker(grace_s=600)
    site.until(lambda: Stage.SIMULATING in site.stages(sent))
    worker.send_signal(signal.SIGINT)
    gate.touch()
    assert worker.wait(60) == 0
    assert site.kind(sent) is VerdictKind.PASSED


def test_a_worker_that_is_asked_to_stop_gives_back_what_takes_long_and_counts_no_try(site):
    sent = site.submit("sleep 600")
    worker = site.worker(grace_s=0.3, tries=1)
    site.until(lambda: Stage.SIMULATING in site.stages(sent))
    worker.send_signal(signal.SIGTERM)
    assert worker.wait(60) == 0
    assert site.stages(sent)[-1] is Stage.QUEUED
    assert site.attempts().claim("next", ["simt"]) is not None


def test_what_another_worker_took_over_is_left_to_it(site, gate):
    sent = site.submit(f"until {gate}")
    site.worker(lease_s=1)
    site.until(lambda: Stage.SIMULATING in site.stages(sent))
    with site.db.write() as conn:
        conn.exec_driver_sql(
            "UPDATE submission SET lease_token = 'of another', lease_until = '9999-01-01 00:00:00.000000'"
        )
    gate.touch()
    other = site.submit("sleep 0", "grace")
    site.until(lambda: site.kind(other) is VerdictKind.PASSED)
    assert site.kind(sent) is None


def test_a_long_attempt_is_kept_by_its_heartbeat(site, gate):
    sent = site.submit(f"until {gate}")
    site.worker(lease_s=0.6)
    site.until(lambda: Stage.SIMULATING in site.stages(sent))
    first = lease_until(site)
    site.until(lambda: lease_until(site) > first)
    gate.touch()
    site.until(lambda: site.kind(sent) is VerdictKind.PASSED)


def lease_until(site) -> str:
    with site.db.read() as conn:
        return conn.exec_driver_sql("SELECT lease_until FROM submission").scalar_one()
