"""Jobs that are begun and heard later."""

import time
from dataclasses import replace

import pytest

from app.protocol.frames import Frame
from app.sandbox import Ending, Sandbox
from tests.sandbox.conftest import LIMITS

LARGE = "import numpy\nsend(Frame('answer', {}, {'a': numpy.zeros(4_000_000)}))\n"  # more than a pipe holds


def job(source: str) -> Frame:
    return Frame("job", {"source": source})


def test_a_job_runs_beside_its_parent_and_its_result_is_heard_later(sandbox: Sandbox) -> None:
    with sandbox.begun(job("send(Frame('answer', {'n': 7}))")) as running:
        assert running.end().frames[0].data["n"] == 7
    assert sandbox.run(job("send(Frame('answer'))")).ending is Ending.OK


def test_a_child_that_waits_to_be_heard_loses_no_time_of_its_own(sandbox: Sandbox) -> None:
    with sandbox.begun(job(LARGE), limits=replace(LIMITS, seconds=0.5)) as running:
        time.sleep(0.7)
        outcome = running.end()
    assert (outcome.ending, outcome.frames[0].arrays["a"].size) == (Ending.OK, 4_000_000)


def test_an_answer_is_had_before_its_job_has_ended(sandbox: Sandbox) -> None:
    source = "send(Frame('answer', {'n': 7}))\nimport time\nwhile True: time.sleep(1)"
    with sandbox.begun(job(source), limits=replace(LIMITS, seconds=0.5)) as running:
        answer = running.answer()
        outcome = running.end()
    assert answer is outcome.frames[0]
    assert (answer.data["n"], outcome.ending) == (7, Ending.TIME_LIMIT)


def test_of_a_job_without_an_answer_only_its_end_is_heard(sandbox: Sandbox) -> None:
    with sandbox.begun(job("1 / 0")) as running:
        assert running.answer() is None
        assert running.end().ending is Ending.CRASHED


def test_a_job_without_end_is_ended_all_the_same(sandbox: Sandbox) -> None:
    with sandbox.begun(job("while True: pass"), limits=replace(LIMITS, seconds=0.3)) as running:
        assert running.end().ending is Ending.TIME_LIMIT


def test_a_job_that_nobody_hears_ends_with_the_block_and_leaves_the_zygote(sandbox: Sandbox) -> None:
    zygote = sandbox.zygote_pid
    with pytest.raises(KeyError), sandbox.begun(job("while True: pass")):
        raise KeyError
    assert sandbox.zygote_pid == zygote
    assert sandbox.run(job("send(Frame('answer'))")).ending is Ending.OK
