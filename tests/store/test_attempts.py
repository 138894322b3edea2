"""Claim, heartbeat, finish, sweep: one verdict for each submission, whatever dies."""

from __future__ import annotations

import math
import threading

from sqlalchemy import text

from app.domain.submission import Stage, State
from app.domain.verdict import CaseResult, CompiledReport, Message, Mismatch, Verdict, VerdictKind
from app.findings import Finding, Kind, LineProfile, Place, Severity
from app.store.attempts import AttemptStore
from app.store.database import Database

SIMT = ["simt"]


def kind_of(world, submission):
    verdict = world.submissions.get(submission.id).verdict
    return None if verdict is None else verdict.kind


def test_the_oldest_is_claimed_first(world):
    sent = [world.submit(name) for name in ("ada", "grace", "linus")]
    claimed = [world.attempts.claim("w", SIMT).submission.id for _ in sent]
    assert claimed == [one.id for one in sent]
    assert world.attempts.claim("w", SIMT) is None


def test_what_someone_waits_for_goes_before_the_rest(world):
    world.submit("ada")
    with world.db.write() as conn:
        conn.execute(text("UPDATE submission SET priority = 10"))
    urgent = world.submit("grace")
    assert world.submissions.position(urgent.id) == 1
    assert world.attempts.claim("w", SIMT).submission.id == urgent.id


def test_a_worker_claims_only_what_it_is_able_to_run(world):
    world.submit()
    assert world.attempts.claim("w", ["gpu", "gpu.h200"]) is None
    assert world.attempts.claim("w", ["gpu", "simt"]) is not None


def test_a_named_attempt_is_claimed_or_nothing_is(world):
    world.submit("ada")
    named = world.submit("grace")
    assert world.attempts.claim("w", SIMT, attempt_id=2).submission.id == named.id
    assert world.attempts.claim("w", SIMT, attempt_id=2) is None


def test_a_learner_never_has_two_running(world, passed):
    world.submit()
    lease = world.attempts.claim("w", SIMT)
    second = world.submit()
    assert world.attempts.claim("w", SIMT) is None
    world.attempts.finish(lease, passed)
    assert world.attempts.claim("w", SIMT).submission.id == second.id


def test_a_learner_who_has_one_running_holds_up_nobody(world):
    world.submit("ada")
    world.attempts.claim("w", SIMT)
    world.submit("ada")
    other = world.submit("grace")
    assert world.attempts.claim("w", SIMT).submission.id == other.id


def test_threads_with_connections_of_their_own_never_claim_the_same(world, tmp_path):
    for number in range(40):
        world.submit(f"learner {number}")
    claimed: list[int] = []
    threads = [
        threading.Thread(target=claim_all, args=(world, tmp_path / "data", claimed), daemon=True) for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(claimed) == list(range(1, 41))


def claim_all(world, folder, claimed):
    with Database.open(folder, world.clock) as db:
        attempts = AttemptStore(db, world.engine, world.engine, lease_s=15, tries=3)
        while lease := attempts.claim("w", SIMT):
            claimed.append(lease.attempt)


def test_a_verdict_comes_back_as_it_was_made(world):
    finding = Finding(
        Kind.DATA_RACE, Severity.ERROR, 7, "data_race.shared", {"name": "tile"}, (1, 2, 3), (0, 0, 0), Place(8)
    )
    mismatch = Mismatch(output="out", index=(3,), expected=1.5, got="nan", thread=None, block=None, wrong=1, total=9)
    case = CaseResult(
        name="odd", visible=True, status=VerdictKind.FAULT, grid=(4,), block=(256, 1), mismatch=mismatch, stdout="é\0"
    )
    full = Verdict(
        kind=VerdictKind.FAULT,
        device="simt",
        message=Message(key="verdict.fault", args={"case": "odd"}),
        cases=(case,),
        findings=(finding,),
        compiled=CompiledReport(arch="sm_90", registers=8, shared_bytes=0, local_bytes=0, spill_bytes=0, ptx=".ptx"),
        lines={7: LineProfile(executions=3, active_lanes=96)},
        ms=4.25,
    )
    sent = world.submit()
    assert world.attempts.finish(world.attempts.claim("w", SIMT), full)
    assert world.submissions.get(sent.id).verdict == full


def test_a_number_that_json_cannot_hold_does_not_cost_the_verdict(world, passed):
    odd = passed.model_copy(update={"message": Message(key="verdict.passed", args={"got": math.nan})})
    sent = world.submit()
    assert world.attempts.finish(world.attempts.claim("w", SIMT), odd)
    assert world.submissions.get(sent.id).verdict.message.args == {"got": None}


def test_finishing_twice_stores_one_verdict(world, passed):
    sent = world.submit()
    lease = world.attempts.claim("w", SIMT)
    other = passed.model_copy(update={"kind": VerdictKind.WRONG_ANSWER})
    assert world.attempts.finish(lease, passed)
    assert world.attempts.finish(lease, other)
    assert kind_of(world, sent) is VerdictKind.PASSED
    assert [stage for stage, _ in world.stages(sent)].count("graded") == 1


def test_a_lease_that_was_lost_cannot_finish(world, passed):
    sent = world.submit()
    slow = world.attempts.claim("slow", SIMT)
    world.clock.advance(16)
    assert world.attempts.sweep() == [1]
    assert not world.attempts.finish(slow, passed)
    fast = world.attempts.claim("fast", SIMT)
    assert not world.attempts.finish(slow, passed)
    assert world.attempts.finish(fast, passed)
    assert kind_of(world, sent) is VerdictKind.PASSED


def test_a_heartbeat_keeps_the_lease(world):
    world.submit()
    lease = world.attempts.claim("w", SIMT)
    for _ in range(5):
        world.clock.advance(10)
        assert world.attempts.heartbeat(lease) == "ok"
        assert world.attempts.sweep() == []


def test_a_heartbeat_says_that_the_lease_is_lost(world):
    world.submit()
    lease = world.attempts.claim("w", SIMT)
    world.clock.advance(16)
    world.attempts.sweep()
    assert world.attempts.heartbeat(lease) == "lost"
    world.attempts.claim("other", SIMT)
    assert world.attempts.heartbeat(lease) == "lost"


def test_a_heartbeat_says_that_nobody_waits_any_more(world):
    sent = world.submit()
    lease = world.attempts.claim("w", SIMT)
    world.submissions.cancel(sent.id)
    assert world.attempts.heartbeat(lease) == "cancel"


def test_a_swept_attempt_waits_again_and_says_so(world):
    sent = world.submit()
    world.attempts.claim("w", SIMT)
    world.clock.advance(16)
    world.attempts.sweep()
    assert world.stages(sent)[-1] == ("queued", {"position": 1})
    assert world.engine.delivered == [1, 1]


def test_an_attempt_that_keeps_failing_ends_as_our_fault(world):
    sent = world.submit()
    for _ in range(3):
        assert world.attempts.claim("w", SIMT)
        world.clock.advance(16)
        world.attempts.sweep()
    assert kind_of(world, sent) is VerdictKind.INFRASTRUCTURE
    assert world.attempts.claim("w", SIMT) is None
    assert world.stages(sent)[-1] == ("graded", {"kind": "infrastructure"})


def test_who_lost_the_last_try_cannot_claim_our_verdict_as_its_own(world, passed):
    sent = world.submit()
    for _ in range(3):
        lease = world.attempts.claim("w", SIMT)
        world.attempts.give_back(lease, counted=True)
    assert not world.attempts.finish(lease, passed)
    assert kind_of(world, sent) is VerdictKind.INFRASTRUCTURE


def test_a_swept_attempt_that_was_cancelled_does_not_run_again(world):
    sent = world.submit()
    world.attempts.claim("w", SIMT)
    world.submissions.cancel(sent.id)
    world.clock.advance(16)
    assert world.attempts.sweep() == []
    assert kind_of(world, sent) is VerdictKind.SUPERSEDED


def test_a_worker_that_was_asked_to_stop_costs_no_try(world, passed):
    sent = world.submit()
    for _ in range(5):
        world.attempts.give_back(world.attempts.claim("w", SIMT), counted=False)
    assert world.submissions.get(sent.id).state is State.QUEUED


def test_giving_back_a_lost_lease_takes_nothing_from_its_new_owner(world):
    world.submit()
    old = world.attempts.claim("old", SIMT)
    world.attempts.give_back(old, counted=True)
    new = world.attempts.claim("new", SIMT)
    world.attempts.give_back(old, counted=True)
    assert world.attempts.heartbeat(new) == "ok"


def test_releasing_a_dead_worker_frees_its_attempt_and_no_other(world):
    world.submit("ada")
    world.submit("grace")
    world.attempts.claim("dead", SIMT)
    alive = world.attempts.claim("alive", SIMT)
    assert world.attempts.release("dead") == [1]
    assert world.attempts.heartbeat(alive) == "ok"
    assert world.attempts.claim("alive", SIMT).attempt == 1


def test_a_submission_that_kills_every_worker_is_given_up(world):
    sent = world.submit()
    for number in range(3):
        world.attempts.claim(f"w{number}", SIMT)
        world.attempts.release(f"w{number}")
    assert kind_of(world, sent) is VerdictKind.INFRASTRUCTURE


def test_progress_is_told_in_order_and_repeats_are_not(world):
    sent = world.submit()
    lease = world.attempts.claim("w", SIMT)
    for args in ({"case": "odd", "done": 0}, {"case": "odd", "done": 0}, {"case": "odd", "done": 1}):
        assert world.attempts.progress(lease, Stage.SIMULATING, args)
    assert world.attempts.progress(lease, Stage.COMPILING, {})
    stages = [stage for stage, _ in world.stages(sent)]
    assert stages == ["queued", "compiling", "simulating", "simulating", "compiling"]


def test_who_lost_the_lease_tells_nothing(world):
    sent = world.submit()
    lease = world.attempts.claim("w", SIMT)
    world.attempts.release("w")
    assert not world.attempts.progress(lease, Stage.SIMULATING, {})
    assert [stage for stage, _ in world.stages(sent)] == ["queued", "compiling", "queued"]


def test_machine_code_is_added_to_a_verdict_that_did_not_wait_for_it(world, passed):
    report = CompiledReport(arch="sm_90", registers=8, shared_bytes=0, local_bytes=0, spill_bytes=0, ptx=".ptx")
    sent = world.submit()
    lease = world.attempts.claim("w", SIMT)
    world.attempts.finish(lease, passed.model_copy(update={"compiled": report}))
    world.attempts.list_code(lease.attempt, [(None, "k:"), (3, "EXIT")])
    assert world.submissions.get(sent.id).verdict.compiled.sass == ((None, "k:"), (3, "EXIT"))


def test_machine_code_makes_no_verdict_where_there_is_none(world, passed):
    sent = world.submit()
    lease = world.attempts.claim("w", SIMT)
    world.attempts.list_code(lease.attempt, [(3, "EXIT")])
    assert kind_of(world, sent) is None
    world.attempts.finish(lease, passed)
    world.attempts.list_code(lease.attempt, [(3, "EXIT")])
    assert world.submissions.get(sent.id).verdict == passed
