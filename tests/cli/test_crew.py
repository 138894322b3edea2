"""Many subjects, a few processes."""

import sys
from pathlib import Path

import pytest

from app.cli.crew import Found, prove
from app.course.proofs import Subject

COMMAND = (sys.executable, str(Path(__file__).with_name("lying_prover.py")))


def found(*names: str, jobs: int = 2) -> dict[str, Found]:
    waiting = [Subject(name, Path(name), "") for name in names]
    return {one.subject.name: one for one in prove(waiting, jobs, Path(), COMMAND)}


def test_everything_is_found_out_whatever_the_order() -> None:
    names = [f"kernels/{number}" for number in range(10)]
    assert sorted(found(*names)) == sorted(names)


def test_as_many_processes_work_as_are_wanted() -> None:
    names = [f"kernels/{number}" for number in range(10)]
    assert len({one.seconds for one in found(*names, jobs=1).values()}) == 1
    assert len({one.seconds for one in found(*names, jobs=3).values()}) <= 3


def test_faults_arrive_with_their_place() -> None:
    (fault,) = found("kernels/wrong")["kernels/wrong"].faults
    assert str(fault) == "kernels/wrong:1:2: bad"


DIED = "the process that checked it died"


@pytest.mark.parametrize(("name", "why"), [("deadly", DIED), ("choking", DIED), ("broken", "no toolchain")])
def test_one_that_cannot_be_judged_stops_no_other(name: str, why: str) -> None:
    told = found(name, "fine", "good", jobs=1)
    assert told[name].trouble == why
    assert told["fine"].holds
    assert told["good"].holds


def test_leaving_early_ends_every_process() -> None:
    running = prove([Subject(str(number), Path(), "") for number in range(100)], 2, Path(), COMMAND)
    assert next(running).holds
    running.close()
    assert list(running) == []
