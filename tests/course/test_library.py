import os
from pathlib import Path

import pytest

from app.course.library import Library
from app.course.loader import Reader
from app.course.proofs import Proofs
from app.course.subjects import of_exercise
from app.errors import ConfigError


@pytest.fixture
def proofs(tmp_path: Path) -> Proofs:
    return Proofs(tmp_path / "data/proofs")


def library(root: Path, proofs: Proofs, *, preview: bool = False) -> Library:
    return Library(root, proofs, preview=preview, look_s=0.0)


def change(file: Path, old: str, new: str) -> None:
    text = file.read_text("utf-8")
    assert old in text
    file.write_text(text.replace(old, new), "utf-8")


def test_exercise_appears_when_it_is_proved(root: Path, proofs: Proofs) -> None:
    shelf = library(root, proofs)
    before = shelf.revision
    assert list(shelf.course.exercises) == []
    proofs.keep(of_exercise(root / "kernels/double"), (), 1.0)
    assert list(shelf.course.exercises) == ["double"]
    assert shelf.revision != before


def test_course_stays_the_same_object_while_nothing_changes(root: Path, proofs: Proofs) -> None:
    shelf = library(root, proofs, preview=True)
    assert shelf.course is shelf.course


def test_site_notices_new_proofs_alone(root: Path, proofs: Proofs) -> None:
    shelf = library(root, proofs)
    change(root / "lessons/01-one/en.md", "title: One", "title: Two")
    assert shelf.course.lessons["01-one"].title == "One"


def test_preview_notices_an_edit(root: Path, proofs: Proofs) -> None:
    shelf = library(root, proofs, preview=True)
    before = shelf.revision
    change(root / "lessons/01-one/en.md", "title: One", "title: Two")
    assert shelf.course.lessons["01-one"].title == "Two"
    assert shelf.revision != before


def test_preview_keeps_the_last_good_page_and_tells_the_faults(root: Path, proofs: Proofs) -> None:
    shelf = library(root, proofs, preview=True)
    change(root / "lessons/01-one/en.md", "[x]", "[ ]")
    change(root / "kernels/double/solution.py", "def double", "def triple")
    course = shelf.course
    assert (len(course.lessons["01-one"].questions), list(course.exercises)) == (1, ["double"])
    assert {"01-one", "double"} == set(course.withdrawn)


def test_preview_shows_what_is_not_proved_with_the_reason(root: Path, proofs: Proofs) -> None:
    course = library(root, proofs, preview=True).course
    assert (list(course.exercises), course.lessons["01-one"].exercises) == (["double"], ("double",))
    assert "not proved yet" in course.withdrawn["double"][0].message


def test_preview_forgets_what_was_removed(root: Path, proofs: Proofs) -> None:
    shelf = library(root, proofs, preview=True)
    (root / "lessons/01-one").rename(root / "lessons/_01-one")
    assert list(shelf.course.lessons) == []


def test_a_folder_that_did_not_change_is_not_read_again(root: Path) -> None:
    reader = Reader(root)
    first = reader.read()
    change(root / "kernels/double/solution.py", "2 *", "2.0 *")
    second = reader.read()
    assert second.lessons["01-one"].parts[0] is first.lessons["01-one"].parts[0]
    assert second.exercises["double"].solution != first.exercises["double"].solution


def test_a_wrong_folder_is_a_sentence(tmp_path: Path, proofs: Proofs) -> None:
    with pytest.raises(ConfigError, match="holds no course"):
        library(tmp_path / "none", proofs)


def test_an_edit_that_keeps_size_and_time_is_seen(root: Path, proofs: Proofs) -> None:
    shelf, starter = library(root, proofs, preview=True), root / "kernels/double/starter.py"
    text, status = starter.read_text(), starter.stat()
    starter.write_text(text.replace("double", "duoble"))
    os.utime(starter, ns=(status.st_atime_ns, status.st_mtime_ns))
    assert "double" in shelf.course.withdrawn
