"""Thousands of submissions, good and faulty, in as many processes as there are cores: nothing grows.

GRIDSTRIDE_TEST_LEAKS says how many; ten thousand where it is not set.
"""

import os

import pytest

from bench import gpu_crew, served
from tests.gpu.conftest import WANTED, cards

pytestmark = [pytest.mark.slow, pytest.mark.timeout(1_800)]

SUBMISSIONS = int(os.environ.get("GRIDSTRIDE_TEST_LEAKS", "10000"))
ROUNDS = 10
MIB = 1 << 20
MOST = {  # growth from the end of the first round to that of the last; those that are summed, for each process
    "resident": 24 * MIB,
    "descriptors": 1,
    "executors": 1,
    "others": 3,  # a zygote's successor is started before it has done its share
    "most_resident_executor": 64 * MIB,
    "most_descriptors_executor": 2,
    "most_resident_other": 64 * MIB,
    "most_descriptors_other": 4,
}
DEVICE = 64 * MIB  # of a card's memory, for each executor; a context has some 520 MiB


def test_submissions_leave_nothing_behind(tmp_path, record_property):
    if not cards() and WANTED != "require":
        pytest.skip("there is no GPU here")
    size = min(os.cpu_count() or 1, 16)
    course = served.course(tmp_path / "course", (1, 33, 257, 1_000))
    with gpu_crew.crew(size, course, tmp_path / "data") as crew:
        rounds = [graded(crew, SUBMISSIONS // ROUNDS) for _ in range(ROUNDS)]
    record_property("rounds", rounds)
    assert verdicts(rounds) == verdicts(rounds[:1])
    assert grown(rounds, size) == {}


def graded(crew, count):
    made = crew.grade(count)
    memory = [card["memory"] for card in gpu_crew.cards()]
    print({"submissions": made["submissions"], "per_second": made["per_second"], "memory": memory, **made["held"]})
    return made | {"memory": memory}


def verdicts(rounds):
    """Which verdicts there were, file by file."""
    return {verdict for round_ in rounds for verdict in round_["verdicts"]}


def grown(rounds, size):
    """What is larger at the end than it may be, against the end of the first round."""
    first, last = rounds[0], rounds[-1]
    more = {name: last["held"][name] - first["held"][name] for name in MOST}
    allowed = {name: most * (1 if name.startswith("most_") else size) for name, most in MOST.items()}
    memory = each(last) - each(first)
    return {k: v for k, v in more.items() if v > allowed[k]} | ({"memory": memory} if memory > DEVICE else {})


def each(round_):
    """Bytes of the cards' memory for each executor."""
    return sum(round_["memory"]) // round_["held"]["executors"]
