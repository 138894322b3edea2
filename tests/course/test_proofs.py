import os
from pathlib import Path

import pytest

from app.config import ROOT
from app.course.loader import Reader, load_course
from app.course.models import Course, Fault
from app.course.proofs import NAME, Proofs, Subject, contents, record
from app.course.subjects import of_exercise
from app.errors import ConfigError

PASSES = Fault("kernels/double/wrong/triple.py", 0, 0, "declares wrong_answer, but passes")


@pytest.fixture
def proofs(tmp_path: Path) -> Proofs:
    return Proofs(tmp_path / "data/proofs")


@pytest.fixture
def double(root: Path) -> Subject:
    return of_exercise(root / "kernels/double")


def read(root: Path, proofs: Proofs) -> Course:
    return load_course(root, proofs)


def test_exercise_without_a_proof_is_left_out_and_its_author_is_told(root: Path, proofs: Proofs) -> None:
    course = read(root, proofs)
    assert (list(course.exercises), course.lessons["01-one"].exercises) == ([], ("double",))
    assert [str(fault) for fault in course.withdrawn["double"]] == [
        "kernels/double/exercise.toml:0:0: not proved yet: run gridstride check double"
    ]


def test_exercise_with_a_proof_of_its_contents_is_shown(root: Path, proofs: Proofs, double: Subject) -> None:
    proofs.keep(double, (), 1.0)
    course = read(root, proofs)
    assert (list(course.exercises), course.faults, course.withdrawn) == (["double"], (), {})


def test_any_change_makes_an_exercise_unproved(root: Path, proofs: Proofs, double: Subject) -> None:
    proofs.keep(double, (), 1.0)
    (root / "kernels/double/approaches").mkdir()
    (root / "kernels/double/approaches/other.py").write_text((root / "kernels/double/solution.py").read_text())
    assert "double" in read(root, proofs).withdrawn


def test_failed_check_is_remembered_and_says_why(root: Path, proofs: Proofs, double: Subject) -> None:
    proofs.keep(double, (PASSES,), 1.0)
    assert read(root, proofs).withdrawn == {"double": (PASSES,)}


def test_recorded_proof_travels_with_the_exercise(root: Path, proofs: Proofs, double: Subject, tmp_path: Path) -> None:
    record(double, proofs.keep(double, (), 1.0))
    elsewhere = Proofs(tmp_path / "elsewhere/proofs")
    assert list(read(root, elsewhere).exercises) == ["double"]
    elsewhere.keep(double, (PASSES,), 1.0)
    assert list(read(root, elsewhere).exercises) == []


def test_recording_the_same_again_changes_nothing(proofs: Proofs, double: Subject) -> None:
    record(double, proofs.keep(double, (), 1.0))
    (double.path / NAME).write_text((double.path / NAME).read_text().replace('"at": "', '"at": "before '))
    before = (double.path / NAME).read_text()
    record(double, proofs.keep(double, (), 1.0))
    assert (double.path / NAME).read_text() == before


def test_hash_is_of_all_that_is_written_by_hand(root: Path) -> None:
    folder = root / "kernels/double"
    before = contents(folder)
    for name in (NAME, "__pycache__/exercise.cpython-311.pyc", ".starter.py.swp", "starter.py~"):
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text("{}")
    assert contents(folder) == before
    (folder / "wrong/short.py").rename(folder / "wrong/shorter.py")
    assert contents(folder) != before


def test_hash_of_a_folder_with_odd_files_can_be_taken(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = root / "kernels/double"
    before = contents(folder)
    (Path(os.fsdecode(bytes(folder) + b"/\xff\n.py"))).touch()
    assert (odd := contents(folder)) != before
    monkeypatch.setattr(Path, "read_bytes", lambda _: (folder / "gone").open("rb"))
    assert contents(folder) not in (before, odd)  # what cannot be read is not what was proved


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        '{"hash": 1}',
        '{"hash": "", "platform": "", "at": "", "faults": [1]}',
        '{"hash": "HASH", "platform": "", "at": "", "faults": [{"path": "a", "line": "x", "column": 1, "message": 1}]}',
        '{"hash": "HASH", "platform": "", "at": "", "seconds": "long"}',
        '{"hash": "HASH", "platform": "", "at": "", "faults": [{"path": "a", "of a later form": 1}]}',
        "[" * 100_000,
    ],
)
def test_file_that_is_no_proof_proves_nothing(root: Path, proofs: Proofs, text: str) -> None:
    (root / "kernels/double" / NAME).write_text(text.replace("HASH", of_exercise(root / "kernels/double").hash))
    assert "double" in read(root, proofs).withdrawn


def test_proof_that_cannot_be_kept_is_a_sentence(tmp_path: Path, double: Subject) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(ConfigError, match="cannot be"):
        Proofs(tmp_path / "file/proofs").keep(double, (), 1.0)


def test_new_data_folder_is_private(proofs: Proofs, double: Subject) -> None:
    proofs.keep(double, (), 1.0)
    assert proofs.folder.parent.stat().st_mode & 0o777 == 0o700


def test_committed_proofs_are_of_what_lies_beside_them() -> None:
    found = {s.name: s for s in Reader(ROOT).subjects()}
    files = [*ROOT.glob(f"kernels/*/{NAME}"), *ROOT.glob(f"lessons/*/{NAME}")]
    nowhere = Proofs(Path("/nonexistent"))
    stale = [f for f in files if nowhere.find(found[f.parent.relative_to(ROOT).as_posix()]) is None]
    assert stale == [], "run: gridstride check --cached --record"
