"""The rules of the store under any order of events: a model of what may happen, with a clock that jumps."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, consumes, invariant, multiple, rule
from sqlalchemy import text

from app.domain.submission import Stage, State
from app.domain.verdict import VerdictKind

TRIES = 3


def life(world_type, passed):
    class Life(RuleBasedStateMachine):
        """Learners submit, workers claim, die, freeze and come back, and time passes."""

        leases = Bundle("leases")

        def __init__(self) -> None:
            super().__init__()
            self.folder = tempfile.TemporaryDirectory()
            self.world = world_type(Path(self.folder.name))
            self.sent: list[str] = []
            self.verdicts: dict[str, VerdictKind] = {}
            self.accepted: dict[str, int] = {}

        def teardown(self) -> None:
            self.settle_everything()
            self.world.db.close()
            self.folder.cleanup()

        @rule(learner=st.sampled_from(["ada", "grace", "linus"]))
        def submit(self, learner):
            self.sent.append(self.world.submit(learner).id)

        @rule(target=leases, worker=st.sampled_from(["w1", "w2"]))
        def claim(self, worker):
            lease = self.world.attempts.claim(worker, ["simt"])
            return multiple() if lease is None else lease

        @rule(lease=leases)
        def heartbeat(self, lease):
            said = self.world.attempts.heartbeat(lease)
            assert (said == "lost") == (not self.holds(lease))

        @rule(lease=leases)
        def finish(self, lease):
            held = self.holds(lease)
            counted = self.world.attempts.finish(lease, passed)
            if held:
                self.accepted[lease.token] = lease.attempt
            assert counted == (lease.token in self.accepted)

        @rule(lease=consumes(leases), counted=st.booleans())
        def give_back(self, lease, counted):
            self.world.attempts.give_back(lease, counted=counted)
            assert not self.holds(lease)

        @rule(worker=st.sampled_from(["w1", "w2"]))
        def die(self, worker):
            self.world.attempts.release(worker)

        @rule(number=st.integers(0, 20))
        def cancel(self, number):
            if self.sent:
                self.world.submissions.cancel(self.sent[number % len(self.sent)])

        @rule(seconds=st.sampled_from([1, 10, 20]))
        def time_passes(self, seconds):
            self.world.clock.advance(seconds)
            self.world.attempts.sweep()

        @invariant()
        def a_learner_has_one_running_and_at_most_two_waiting(self):
            """Two: one that a worker gave back, and the newer one that was sent while it ran."""
            for state, most in ((State.RUNNING, 1), (State.QUEUED, 2)):
                assert all(count <= most for count in self.counts(state))

        @invariant()
        def no_verdict_changes_or_goes_away(self):
            for id_ in self.sent:
                found = self.world.submissions.get(id_)
                assert (found.verdict is not None) == (found.state is State.DONE)
                if found.verdict is not None:
                    assert self.verdicts.setdefault(id_, found.verdict.kind) is found.verdict.kind

        @invariant()
        def the_last_event_says_the_state(self):
            expected = {State.QUEUED: Stage.QUEUED, State.RUNNING: Stage.COMPILING, State.DONE: Stage.GRADED}
            for id_ in self.sent:
                events = self.world.submissions.events(id_)
                assert events[-1].stage is expected[self.world.submissions.get(id_).state]
                assert [event.seq for event in events] == list(range(1, len(events) + 1))
                assert [event.stage for event in events].count(Stage.GRADED) <= 1

        def settle_everything(self) -> None:
            """However it went, a worker that works and time that passes bring every submission its verdict."""
            for _ in range(TRIES * len(self.sent) + 1):
                while lease := self.world.attempts.claim("last", ["simt"]):
                    assert self.world.attempts.finish(lease, passed)
                self.world.clock.advance(20)
                self.world.attempts.sweep()
            assert all(self.world.submissions.get(id_).verdict for id_ in self.sent)

        def holds(self, lease) -> bool:
            query = text("SELECT count(*) FROM submission WHERE lease_token = :token AND state = 'running'")
            with self.world.db.read() as conn:
                return conn.scalar(query, {"token": lease.token}) == 1

        def counts(self, state: State) -> list[int]:
            query = text("SELECT count(*) FROM submission WHERE state = :state GROUP BY learner")
            with self.world.db.read() as conn:
                return list(conn.scalars(query, {"state": state.value}))

    return Life


@pytest.fixture
def life_test(world, passed):
    return life(type(world), passed).TestCase


def test_whatever_happens_each_submission_gets_exactly_one_verdict(life_test):
    life_test.settings = settings(
        max_examples=15, stateful_step_count=25, deadline=None, suppress_health_check=list(HealthCheck), database=None
    )
    life_test().runTest()
