"""The process tree of `serve`, with real processes."""

from __future__ import annotations

import os
import signal
import socket
import urllib.request
from datetime import UTC, datetime
from pathlib import Path

import pytest

from app.config import Settings
from app.devices.cards import seeing
from app.domain.submission import Stage
from app.domain.verdict import VerdictKind
from app.store.cards import CardRow, CardStore
from app.worker import supervisor
from app.worker.loop import name_of


@pytest.fixture
def port():
    with socket.create_server(("127.0.0.1", 0)) as server:
        return server.getsockname()[1]


def children(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def alive(pids: list[int]) -> list[int]:
    return [pid for pid in pids if is_alive(pid)]


def is_alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_the_address_is_printed_once_the_web_answers(site, port):
    served = site.serve(port)
    assert served.stdout.readline() == f"Gridstride is at http://127.0.0.1:{port}/\n"
    assert urllib.request.urlopen(f"http://127.0.0.1:{port}/").status == 200


def test_it_ends_when_asked_and_leaves_no_child(site, port):
    sent = site.submit("sleep 600")
    served = site.serve(port)
    site.until(lambda: Stage.SIMULATING in site.stages(sent))
    started = children(served.pid)
    served.send_signal(signal.SIGTERM)
    assert served.wait(60) == 0
    assert alive(started) == []
    assert site.stages(sent)[-1] is Stage.QUEUED


def test_a_child_that_does_not_stop_is_killed(site, port):
    served = site.serve(port)
    served.stdout.readline()
    started = children(served.pid)
    os.kill(started[-1], signal.SIGSTOP)
    served.send_signal(signal.SIGINT)
    assert served.wait(60) == 0
    assert alive(started) == []


def test_as_many_workers_run_as_are_set_and_none_outlives_a_supervisor_that_was_killed(site, port):
    sent = site.submit("sleep 600")
    served = site.serve(port, workers=2)
    site.until(lambda: Stage.SIMULATING in site.stages(sent))
    started = children(served.pid)
    assert len(started) == 3
    served.kill()
    site.until(lambda: alive(started) == [])


def test_whatever_dies_starts_again(site, port):
    served = site.serve(port)
    served.stdout.readline()
    before = children(served.pid)
    for pid in before:
        os.kill(pid, signal.SIGKILL)
    site.until(lambda: len(children(served.pid)) == 2 and not set(children(served.pid)) & set(before))


def test_the_attempt_of_a_worker_that_was_killed_does_not_wait_for_its_lease(site, port, gate):
    sent = site.submit(f"until {gate}")
    served = site.serve(port, lease_s=600)
    site.until(lambda: Stage.SIMULATING in site.stages(sent))
    os.kill(children(served.pid)[-1], signal.SIGKILL)
    gate.touch()
    site.until(lambda: site.kind(sent) is VerdictKind.PASSED)


@pytest.mark.slow
def test_the_cards_of_a_worker_that_was_killed_are_not_told_of_any_more(site, port):
    served = site.serve(port)
    served.stdout.readline()
    cards, worker = CardStore(site.db), children(served.pid)[-1]
    row = CardRow("GPU-1", "NVIDIA H200", "sm_90", 1 << 30, "580.1", True, "", datetime.now(UTC), None, 3, 0.5)
    cards.tell(name_of(worker), [row])
    os.kill(worker, signal.SIGKILL)
    site.until(lambda: cards.seen() == [])


@pytest.mark.parametrize(
    ("settings", "present", "cores", "expected"),
    [
        (Settings(), 0, 8, 1),
        (Settings(), 4, 8, 4),
        (Settings(), 4, 2, 2),
        (Settings(gpus="none"), 4, 8, 1),
        (Settings(gpus="0,2"), 4, 8, 2),
        (Settings(workers=3), 8, 16, 3),
    ],
)
def test_there_is_a_worker_for_each_gpu_and_core_unless_it_is_set(monkeypatch, settings, present, cores, expected):
    monkeypatch.setattr(seeing, "count", lambda _: present)
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: set(range(cores)))
    assert supervisor._workers(settings, []) == expected
    assert supervisor._workers(settings, ["--author"]) == (settings.workers or 1)


@pytest.mark.slow
def test_a_submission_that_kills_its_worker_ends_as_our_fault_and_the_next_is_served(site, port):
    deadly = site.submit("die", "ada")
    harmless = site.submit("sleep 0", "grace")
    site.serve(port, lease_s=600, tries=2)
    site.until(lambda: site.kind(deadly) and site.kind(harmless))
    assert site.kind(deadly) is VerdictKind.INFRASTRUCTURE
    assert site.kind(harmless) is VerdictKind.PASSED


def test_a_port_in_use_is_one_sentence(site):
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        served = site.serve(port)
        assert served.communicate(timeout=60)[1] == (
            f"gridstride: 127.0.0.1:{port} is in use; set GRIDSTRIDE_PORT to another port\n"
        )
    assert served.returncode == 2


@pytest.mark.slow
def test_an_address_that_is_not_ours_is_one_sentence(site, port):
    served = site.serve(port, host="192.0.2.1")
    assert "the web cannot listen at 192.0.2.1" in served.communicate(timeout=60)[1]
    assert served.returncode == 2


@pytest.mark.slow
def test_a_worker_that_refuses_ends_the_service(site, port):
    served = site.serve(port, refuses="worker")
    assert served.wait(60) == 2
