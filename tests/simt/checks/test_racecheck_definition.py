"""racecheck against the definition of a race, on random histories of a few threads."""

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.findings import Severity
from app.simt.checks.racecheck import Racecheck
from app.simt.events import Op, Space
from tests.simt.checks.oracle import Step, races

THREADS = 64
ACTORS = [0, 1, 32, 33, 64, 65, 96]  # two blocks of two warps each

some = st.dictionaries(st.sampled_from(ACTORS), st.integers(0, 2), min_size=1, max_size=4)
ramp = st.tuples(st.integers(0, 66), st.integers(2, 40), st.integers(0, 3), st.integers(0, 2)).map(
    lambda row: {row[0] + k: row[2] + k * row[3] for k in range(row[1])}
)
kinds = st.sampled_from(["load", "store", "atomic"])
accesses = st.builds(Step, kinds, some)
ramps = st.builds(Step, kinds, ramp)
of_blocks = st.builds(Step, st.just("block"), st.sampled_from([{0: 0}, {64: 0}]))
of_warps = st.builds(Step, st.just("warp"), st.sampled_from([{0: 0}, {32: 0}, {64: 0}]))
of_grid = st.just(Step("grid", {}))
histories = st.lists(st.one_of(accesses, accesses, ramps, of_blocks, of_warps, of_grid), min_size=2, max_size=9)

masked = st.builds(Step, st.just("warp"), st.just({0: 0}), mask=st.sampled_from([0b1, 0b11, 0b10, 0xFFFF, 0xFFFFFFFF]))
parties = st.lists(st.one_of(accesses, accesses, masked, of_warps, of_blocks), min_size=2, max_size=9)

single = st.dictionaries(st.sampled_from(ACTORS), st.integers(0, 1), min_size=1, max_size=2)
plain = st.builds(Step, st.sampled_from(["load", "store"]), single)
flags = st.builds(Step, st.just("atomic"), single, array=st.just("flag"), answered=st.booleans())
fences = st.builds(Step, st.sampled_from(["fence", "fence", "near_fence"]), single)
stores = st.builds(Step, st.just("store"), single)
handovers = st.lists(
    st.one_of(stores, stores, flags, flags, fences, fences, of_blocks, of_warps), min_size=3, max_size=14
)
protocols = st.lists(
    st.one_of(plain, plain, flags, flags, fences, fences, of_blocks, of_warps), min_size=3, max_size=14
)


class Protocols:
    """Histories in which a thread does something, it is fenced and told, another one asks and acts; then spoilt."""

    def __init__(self, seed):
        self.chance = random.Random(seed)

    def mate(self, thread):
        return self.chance.choice([actor for actor in ACTORS if actor // THREADS == thread // THREADS])

    def meeting(self, one, other):
        """A barrier that two threads of a block need, mostly."""
        if one == other or self.chance.random() < 0.15:
            return []
        if one // 32 == other // 32 and self.chance.random() < 0.7:
            return [Step("warp", {one // 32 * 32: 0})]
        return [Step("block", {one // THREADS * THREADS: 0})]

    def telling(self, one, other):
        if self.chance.random() < 0.3:
            return [Step("atomic", {one: 0, other: 0}, array="flag")]
        answered = self.chance.random() < 0.9
        cell = int(self.chance.random() < 0.2)
        return [
            Step("atomic", {one: 0}, array="flag", answered=self.chance.random() < 0.5),
            Step("atomic", {other: cell}, array="flag", answered=answered),
        ]

    def history(self):
        steps, holder = [], self.chance.choice(ACTORS)
        for _ in range(self.chance.randint(1, 3)):
            fencer = self.mate(holder)
            teller, asker = self.mate(fencer), self.chance.choice(ACTORS)
            reader = self.mate(asker)
            fence = self.chance.choice(["fence"] * 4 + ["near_fence"])
            steps += [Step("store", {holder: 0}), *self.meeting(holder, fencer), Step(fence, {fencer: 0})]
            steps += [*self.meeting(fencer, teller), *self.telling(teller, asker), *self.meeting(asker, reader)]
            holder = reader
        steps.append(Step(self.chance.choice(["store", "load"]), {holder: 0}))
        for _ in range(self.chance.choice([0, 0, 1, 2])):
            steps.pop(self.chance.randrange(len(steps)))
        return steps


def play(stage, arrays, history):
    """Run a history; the line of each step is its number."""
    for line, step in enumerate(history, start=1):
        who = lambda t, s=step: np.isin(t, list(s.who))  # noqa: E731  # a predicate of one line
        unit = THREADS if step.what == "block" else 32
        units = lambda t, s=step, u=unit: np.isin(t // u, [w // u for w in s.who])  # noqa: E731  # one line
        if step.what == "grid":
            stage.grid_sync()
        elif step.what == "block":
            stage.sync(where=units)
        elif step.what == "warp":
            stage.syncwarp(where=units, members=None if step.mask == 0xFFFFFFFF else step.mask)
        elif step.what in ("fence", "near_fence"):
            stage.fence(who, block_only=step.what == "near_fence")
        else:
            cells = np.zeros(2 * THREADS, np.int64)
            cells[list(step.who)] = list(step.who.values())
            place = lambda t, c=cells: c[t]  # noqa: E731  # one line
            value = (lambda t: t) if step.what == "store" else None
            stage.access(Op(step.what), arrays[step.array], line, place, who, value, answered=step.answered)


def found_and_true(stage, array, space, history, *, listed=False, lenient=True):
    s = stage(Racecheck(), blocks=2, threads=THREADS, listed=listed)
    play(s, {"a": array("a", space, items=128), "flag": array("flag", space, items=4, number=2)}, history)
    findings = s.findings()
    assert all(finding.severity is Severity.ERROR for finding in findings)
    found = {(finding.other.line, finding.line) for finding in findings}
    shared = space is Space.SHARED
    return found, races(history, 2 * THREADS, THREADS, shared=shared, lenient=lenient)


def first(pairs):
    """The step at which the first race is."""
    return min((later for _, later in pairs), default=0)


spaces = pytest.mark.parametrize("space", [Space.SHARED, Space.GLOBAL])
many = settings(max_examples=40, deadline=None, derandomize=True)


@pytest.mark.parametrize("listed", [False, True])
@spaces
@many
@given(history=histories)
def test_a_race_is_found_where_there_is_one_and_nowhere_else(stage, array, space, listed, history):
    found, true = found_and_true(stage, array, space, history, listed=listed)
    assert found <= true, "accused"
    assert first(found) == first(true), "missed"


@spaces
@many
@given(history=parties)
def test_a_syncwarp_orders_those_that_its_mask_names(stage, array, space, history):
    found, true = found_and_true(stage, array, space, history)
    assert found <= true, "accused"
    assert bool(found) == bool(true), "missed"


@spaces
@many
@given(history=protocols)
def test_what_was_published_and_acquired_is_not_accused(stage, array, space, history):
    found, true = found_and_true(stage, array, space, history, lenient=False)
    assert found <= true, "accused"


@spaces
@many
@given(history=handovers)
def test_what_was_not_published_or_not_acquired_is_found(stage, array, space, history):
    found, true = found_and_true(stage, array, space, history)
    assert found <= true, "accused"
    assert bool(found) == bool(true), "missed"


def agree_on_protocols(stage, array, seed, count):
    protocols, ordered, racy = Protocols(seed), 0, 0
    for _ in range(count):
        history = protocols.history()
        found, true = found_and_true(stage, array, Space.GLOBAL, history)
        assert found <= true, ("accused", history)
        assert bool(found) == bool(true), ("missed", history)
        bare = [step for step in history if step.what != "fence"]
        ordered += not true and bool(races(bare, 2 * THREADS, THREADS))
        racy += bool(true)
    return ordered, racy


def test_racecheck_and_the_oracle_agree_on_fences_and_flags(stage, array):
    ordered, racy = agree_on_protocols(stage, array, 1, 60)
    assert min(ordered, racy) >= 5


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 6))
def test_racecheck_and_the_oracle_agree_on_thousands_of_fences_and_flags(stage, array, seed):
    ordered, racy = agree_on_protocols(stage, array, seed, 1_000)
    assert min(ordered, racy) > 100
