"""The parent's hold on an executor, against a process that behaves in every way but has no card."""

import os
import signal
from pathlib import Path

import numpy as np
import pytest

from app.devices.cards.area import Area
from app.devices.cards.executor import DiedError, Executor, ExecutorError, HungError
from app.devices.cards.job import FATAL, STATUSES, Held, Job, Measure
from tests.devices.cards import standin

CHILD = "tests.devices.cards.standin"
A = np.arange(6, dtype=np.float32)
SECONDS = 20.0


@pytest.fixture(scope="module")
def last():
    """The executor that the last test left, in a list."""
    kept = []
    yield kept
    while kept:
        kept.pop().close()


@pytest.fixture
def executor(last):
    """One that lives: the last, because starting one takes longer than most tests."""
    if last and not last[0].alive:
        last.pop().close()
    if not last:
        last.append(Executor(0, child=CHILD))
        last[0].ready()
    return last[0]


@pytest.fixture
def holding(executor):
    with Area.of({"a": A, "out": np.full(6, -1, np.float32)}) as area:
        executor.hold("case", area)
    return executor


def descriptors(pid="self"):
    return sorted(path.name for path in Path(f"/proc/{pid}/fd").iterdir())


def job(symbol, *arguments, measured=None):
    passed = arguments or (Held("a"), Held("out"))
    return Job(b"cubin", symbol, (1,), (32,), "case", passed, ("out",), measured=measured)


def test_it_names_its_card_and_its_wall():
    with Executor(3, child=CHILD) as executor:
        card = executor.ready()
    assert (card.index, card.name) == (3, standin.NAME)
    assert not any(layer.whole for layer in executor.hardened.layers.values())


def test_outputs_come_back_and_inputs_stay(holding):
    ran = holding.run(job("double"), SECONDS)
    assert ran.status == "ok"
    assert np.array_equal(ran.outputs["out"], 2 * A)
    assert ran.steady
    assert np.array_equal(A, np.arange(6))


def test_what_is_never_written_keeps_its_poison(holding):
    holding.run(job("double"), SECONDS)
    assert np.array_equal(holding.run(job("ok"), SECONDS).outputs["out"], np.full(6, -1))


def test_outputs_of_one_run_do_not_change_with_the_next(holding):
    first = holding.run(job("double"), SECONDS).outputs["out"]
    holding.run(job("ok"), SECONDS)
    assert np.array_equal(first, 2 * A)


def test_numbers_tuples_and_records_go_by_value(holding):
    record = np.array((1, 2.5), np.dtype([("id", np.int32), ("x", np.float32)]))[()]
    passed = (Held("out"), 7, 2.5, True, np.float16(1.5), 1 - 2j, (1, (2.0, np.uint8(3))), record)
    said = holding.run(job("values", *passed), SECONDS).stdout
    assert said == (
        "(np.int64(7), np.float64(2.5), np.True_, np.float16(1.5), np.complex128(1-2j), "
        "(np.int64(1), (np.float64(2.0), np.uint8(3))), np.void((1, 2.5), dtype=[('id', '<i4'), ('x', '<f4')]))"
    )


def test_arrays_of_one_memory_are_one_memory_there(executor):
    whole = np.zeros(8, np.float32)
    whole[4:] = 1, 2, 3, 4
    with Area.of({"a": whole[4:], "out": whole[3::-1], "all": whole}) as area:
        executor.hold("case", area)
    ran = executor.run(Job(b"", "double", (1,), (1,), "case", (Held("a"), Held("out")), ("out", "all")), SECONDS)
    assert np.array_equal(ran.outputs["all"], [8, 6, 4, 2, 1, 2, 3, 4])
    assert np.array_equal(ran.outputs["out"], [2, 4, 6, 8])


def test_a_measured_run_has_times(holding):
    assert holding.run(job("double", measured=Measure()), SECONDS).times == standin.TIMES
    assert holding.run(job("double"), SECONDS).times is None


def test_a_kernel_that_answers_only_once_is_told(holding):
    ran = holding.run(job("once", measured=Measure()), SECONDS)
    assert not ran.steady
    assert np.array_equal(ran.outputs["out"], 2 * A)
    assert not ran.last["out"].any()


def test_memory_beside_an_argument_is_watched(holding):
    (guard,) = holding.run(job("beside"), SECONDS).guards
    assert (guard.argument, guard.side, guard.bytes, guard.first) == ("out", "after", 4, 0)


@pytest.mark.parametrize("status", sorted(STATUSES))
def test_a_fault_has_a_name_and_ends_only_what_it_must(holding, status):
    ran = holding.run(job(status), SECONDS)
    assert ran.status == status
    assert holding.alive == (status not in FATAL)


def test_a_hang_is_killed(holding):
    with pytest.raises(HungError) as hung:
        holding.run(job("hang"), 0.2)
    assert hung.value.reaped
    assert not holding.alive


def test_a_process_that_does_not_end_is_told_and_nobody_waits_for_it(holding, monkeypatch):
    monkeypatch.setattr(holding._process, "ended", lambda *seconds: None)
    with pytest.raises(HungError) as hung:
        holding.run(job("hang"), 0.2)
    assert not hung.value.reaped
    pid = holding.pid
    with pytest.raises(ExecutorError, match="does not end"):
        holding.close()
    os.waitpid(pid, 0)


@pytest.mark.parametrize(("symbol", "code"), [("die", 7), ("crash", -11)])
def test_a_death_is_told_with_its_last_words(holding, symbol, code):
    with pytest.raises(DiedError) as died:
        holding.run(job(symbol), SECONDS)
    assert died.value.code == code
    assert not holding.alive
    assert ("it broke" in died.value.stderr) == (symbol == "die")


def test_a_flood_of_words_is_bounded_and_blocks_nothing(holding):
    with pytest.raises(DiedError) as died:
        holding.run(job("flood"), SECONDS)
    assert 0 < len(died.value.stderr) <= 4000


@pytest.mark.parametrize(
    "symbol",
    [
        *("garbage", "long", "descriptors", "lie_status"),
        *(pytest.param(f"lie_{name}", marks=pytest.mark.slow) for name in standin.LIES if name != "status"),
    ],
)
def test_nonsense_ends_the_process(holding, symbol):
    with pytest.raises(ExecutorError, match="nonsense"):
        holding.run(job(symbol, measured=Measure()), SECONDS)
    assert not holding.alive


def test_a_second_answer_is_out_of_turn(holding):
    holding.run(job("twice"), SECONDS)
    with pytest.raises(ExecutorError, match="out of turn"):
        holding.run(job("double"), SECONDS)


def test_one_that_dies_between_jobs_has_died(holding):
    os.kill(holding.pid, signal.SIGKILL)
    with pytest.raises(DiedError) as died:
        holding.run(job("double"), SECONDS)
    assert died.value.code == -signal.SIGKILL


def test_a_dead_executor_runs_nothing(holding):
    holding.kill()
    with pytest.raises(ExecutorError, match="has ended"):
        holding.run(job("double"), SECONDS)


def test_a_child_that_does_not_start_says_why():
    with Executor(0, child="tests.devices.cards.no_such_child") as executor, pytest.raises(DiedError) as died:
        executor.ready()
    assert "no_such_child" in died.value.stderr


def test_jobs_leave_no_descriptor(executor):
    before = descriptors()
    for number in range(200):
        with Area.of({"a": A, "out": A.copy()}) as area:
            executor.hold(f"case {number % 3}", area)
        executor.run(Job(b"", "double", (1,), (1,), f"case {number % 3}", (Held("a"), Held("out")), ("out",)), SECONDS)
    theirs = len(descriptors(executor.pid))
    for number in range(3):
        executor.drop(f"case {number}")
    assert descriptors() == before
    assert theirs < 20


def test_an_executor_leaves_nothing():
    before = descriptors()
    for _ in range(3):
        with Executor(0, child=CHILD) as executor:
            executor.ready()
        assert not Path(f"/proc/{executor.pid}").exists()
    assert descriptors() == before
