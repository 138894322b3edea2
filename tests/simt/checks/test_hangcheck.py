import numpy as np
import pytest

from app.findings import Kind
from app.simt.checks.hangcheck import Hangcheck
from app.simt.events import BudgetSpent


@pytest.fixture
def s(stage):
    return stage(Hangcheck(), threads=32)


def spend(s, **variables):
    s.observer.budget_spent(BudgetSpent(12, np.array([2, 4, 5]), variables))
    (finding,) = s.findings()
    return finding


def test_the_stuck_thread_and_its_variables_are_named(s):
    finding = spend(s, n=3, count=170)
    assert (finding.message_key, finding.line, finding.thread) == ("timeout.variables", 12, (2, 0, 0))
    assert (finding.args["shown"], finding.count) == ("n = 3, count = 170", 3)


def test_a_loop_without_variables_has_a_sentence_too(s):
    assert spend(s).message_key == "timeout"


def test_a_loop_that_asks_for_a_lock_is_told(s, array):
    for _ in range(9):
        s.atomic(array("lock"), 13, lambda t: 0, name="cas")
    finding = spend(s)
    assert (finding.message_key, finding.args["lock_line"]) == ("timeout.lock", 13)


def test_blocks_that_wait_for_a_block_are_more_than_we_can_run(stage, array):
    s = stage(Hangcheck(), blocks=3, threads=32)
    leads = lambda t: t % 32 == 0  # noqa: E731  # a predicate of one line
    s.atomic(array("lock"), 13, lambda t: 0, where=leads, name="cas")
    s.observer.budget_spent(BudgetSpent(12, np.array([32, 64]), {}))
    (finding,) = s.findings()
    assert (finding.kind, finding.message_key) == (Kind.UNSUPPORTED, "unsupported.lock")


def test_threads_that_wait_for_one_of_their_own_block_hang(stage, array):
    s = stage(Hangcheck(), blocks=3, threads=32)
    s.atomic(array("lock"), 13, lambda t: 0, name="cas")
    s.observer.budget_spent(BudgetSpent(12, np.arange(1, 96), {}))
    assert s.found() == [("timeout.lock", 12)]


def test_counting_with_atomics_is_no_lock(s, array):
    for _ in range(9):
        s.atomic(array("bins"), 13, lambda t: 0, name="add", answered=False)
    assert spend(s).message_key == "timeout"


def test_a_lock_long_ago_is_not_blamed(s, array):
    s.atomic(array("lock"), 3, lambda t: 0, name="cas")
    for _ in range(100):
        s.load(array("a"), 13, lambda t: t)
    assert spend(s).message_key == "timeout"
