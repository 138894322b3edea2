"""The embedded queue: a worker wakes when something is enqueued, and looks for itself now and then."""

from __future__ import annotations

import threading
import time

import pytest

from app.queue import LocalQueue
from app.store.database import Database


class Recorder:
    """A handler that finds work as often as it is told, and lets the test wait for its calls."""

    def __init__(self, works: int = 0) -> None:
        self.works = works
        self.calls = threading.Semaphore(0)

    def __call__(self, attempt: int | None) -> bool:
        self.works -= 1
        self.calls.release()
        return self.works >= 0


@pytest.fixture
def db(folder):
    with Database.open(folder) as made:
        yield made


def run(queue: LocalQueue, handler: Recorder) -> threading.Thread:
    thread = threading.Thread(target=lambda: queue.run_worker(handler, queues=["simt"]), daemon=True)
    thread.start()
    return thread


def test_an_idle_worker_wakes_when_an_attempt_is_committed(folder, queue, db):
    handler = Recorder()
    thread = run(queue, handler)
    assert handler.calls.acquire(timeout=30)
    with db.write() as conn:
        queue.enqueue(conn, 1, queue="simt", priority=0)
        assert not handler.calls.acquire(timeout=0.1)
    assert handler.calls.acquire(timeout=30)
    assert not handler.calls.acquire(timeout=0.1), "one wake-up is one look"
    queue.stop()
    thread.join(30)


def test_a_worker_looks_again_at_once_after_it_found_work(queue):
    handler = Recorder(works=3)
    thread = run(queue, handler)
    for _ in range(4):
        assert handler.calls.acquire(timeout=30)
    assert not handler.calls.acquire(timeout=0.1)
    queue.stop()
    thread.join(30)


def test_a_worker_that_heard_nothing_looks_after_the_poll_interval(folder):
    queue, handler = LocalQueue(folder, poll_s=0.05), Recorder()
    thread = run(queue, handler)
    for _ in range(3):
        assert handler.calls.acquire(timeout=30)
    queue.stop()
    thread.join(30)
    queue.close()


def test_stopping_ends_a_worker_that_waits(queue):
    handler = Recorder()
    thread = run(queue, handler)
    assert handler.calls.acquire(timeout=30)
    queue.stop()
    thread.join(30)
    assert not thread.is_alive()


def test_a_wake_up_that_comes_while_the_worker_looks_is_not_lost(queue, db):
    looked = threading.Semaphore(0)

    def handler(attempt: int | None) -> bool:
        if looked._value == 0:  # the first look finds nothing, and meanwhile something is enqueued
            with db.write() as conn:
                queue.enqueue(conn, 1, queue="simt", priority=0)
        else:
            queue.stop()
        looked.release()
        return False

    started = time.monotonic()
    queue.run_worker(handler, queues=["simt"])
    assert looked._value == 2
    assert time.monotonic() - started < 30  # the poll interval: it was woken, not polled


def test_two_attempts_at_a_time_in_one_process_are_refused(queue):
    with pytest.raises(ValueError, match="start more workers"):
        queue.run_worker(Recorder(), queues=["simt"], concurrency=2)
