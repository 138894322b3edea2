"""`gridstride check`: what it keeps and tells where it cannot write."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from app.cli import main, proving
from app.cli.crew import Found
from app.course.models import Fault
from app.course.proofs import Subject
from app.worker import doctor

FAULT = Fault("kernels/bad/solution.py", 3, 1, "should pass")


def judged(waiting: Sequence[Subject], *_: object) -> Iterator[Found]:
    for subject in waiting:
        yield Found(subject, (FAULT,) if subject.name.endswith("bad") else (), 1.0)


@pytest.fixture
def course(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(proving, "prove", judged)
    monkeypatch.setattr(doctor, "require_wall", lambda _: None)
    monkeypatch.setenv("GRIDSTRIDE_DATA", str(tmp_path / "data"))
    for slug in ("bad", "good"):
        main(["new", "exercise", slug, "--course", str(tmp_path / "course")])
    return tmp_path / "course"


def check(course: Path, *words: str) -> int:
    return main(["check", *words, "--course", str(course)])


def test_proofs_are_recorded_where_the_data_folder_cannot_be_written(course: Path, tmp_path: Path) -> None:
    (tmp_path / "data").touch()
    assert check(course, "--record") == 1
    assert [path.parent.name for path in course.rglob("proof.json")] == ["good"]


def test_faults_are_told_where_proofs_cannot_be_recorded(course: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (course / "kernels/good/proof.json").mkdir()
    assert check(course, "--record") == 2
    said = capsys.readouterr()
    assert str(FAULT) in said.err
    assert "the proof cannot be kept in" in said.err
    assert "1 of 2 proved" in said.out
