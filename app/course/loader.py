"""Reads a course: every lesson and exercise under one folder, and all that is wrong with them."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, TypeVar

from app.course import links, subjects
from app.course.glossary import FILE as GLOSSARY
from app.course.glossary import LoadedGlossary, load_glossary
from app.course.kernels import LoadedExercise, load_exercise
from app.course.lessons import PAPERS, LoadedLesson, Shelf, load_lesson
from app.course.markdown import Link
from app.course.models import Course, Exercise, Fault, Lesson
from app.course.proofs import Proofs, Subject
from app.course.toml import place_of
from app.course.tracks import LoadedTracks, load_tracks
from app.course.versions import LoadedVersions, load_versions
from app.errors import ConfigError

Read = TypeVar("Read")
Slug = str


def open_course(root: Path, proofs: Proofs | None = None) -> Course:
    """As `load_course`. Raises ConfigError where there is nothing to read, which is a wrong folder and not a fault."""
    require_course(root)
    return load_course(root, proofs)


def require_course(root: Path) -> None:
    """Raise ConfigError where there is nothing to read."""
    if not _folders(root / "lessons") and not _folders(root / "kernels"):
        raise ConfigError(f"{root} holds no course; set GRIDSTRIDE_COURSE to a folder with lessons/ and kernels/")


def load_course(root: Path, proofs: Proofs | None = None) -> Course:
    """Read `lessons/` and `kernels/` under `root`. What has faults is left out, and the rest loads.

    With proofs, an exercise that has none is left out too, and so are a lesson's questions that could be executed.
    """
    return Reader(root, proofs).read()


@dataclass(frozen=True, slots=True)
class _Material:
    """A course as it was read, before anything is left out."""

    kernels: Mapping[Slug, LoadedExercise]
    lessons: Mapping[Slug, LoadedLesson]
    exercises: Mapping[Slug, Subject]  # of each kernel
    glossary: LoadedGlossary
    versions: LoadedVersions
    tracks: LoadedTracks

    def faults(self) -> list[Fault]:
        faults = [fault for lesson in self.lessons.values() for fault in lesson.faults]
        faults += [fault for kernel in self.kernels.values() for fault in kernel.faults]
        faults += [*self.glossary.faults, *self.versions.faults, *self.tracks.faults]
        return faults + _doubles(self.lessons) + links.broken(self._links(), self._targets()) + self._unknown_concepts()

    def _links(self) -> list[Link]:
        found = [link for lesson in self.lessons.values() for link in lesson.links]
        found += [link for kernel in self.kernels.values() for link in kernel.links]
        return found + self.glossary.links

    def _targets(self) -> links.Targets:
        anchors = {slug: lesson.anchors for slug, lesson in self.lessons.items()}
        pages = {"/map", *(f"/{name}" for name in PAPERS if name in self.lessons)}
        pages |= {links.GLOSSARY} if self.glossary.there else set()
        return links.Targets(anchors, frozenset(self.kernels), self.glossary.ids, frozenset(pages))

    def _unknown_concepts(self) -> list[Fault]:
        """A concept is a term of the glossary, where the course has one."""
        terms = self.glossary.ids
        exercises = [kernel.exercise for kernel in self.kernels.values() if kernel.exercise]
        return [
            _unknown(exercise, concept)
            for exercise in exercises
            for concept in exercise.concepts
            if terms is not None and concept not in terms
        ]


class Reader:
    """Reads a course again and again. A folder in which nothing changed is not read anew.

    `preview` is for authors: what is not proved is shown, and what can no longer be read as it last could be.
    """

    def __init__(self, root: Path, proofs: Proofs | None = None, *, preview: bool = False) -> None:
        self._root = root
        self._proofs = proofs
        self._preview = preview
        self._kernels: _Kept[LoadedExercise] = _Kept()
        self._subjects: _Kept[Subject] = _Kept()
        self._lessons: _Kept[LoadedLesson] = _Kept()
        self._glossary: _Kept[LoadedGlossary] = _Kept()
        self._last_exercises: dict[Slug, Exercise] = {}
        self._last_lessons: dict[Slug, Lesson] = {}

    def read(self) -> Course:
        """The course as it is now."""
        material = self._material()
        faults = material.faults()
        bad = {"/".join(fault.path.split("/")[:2]) for fault in faults}
        exercises = {slug: k.exercise for slug, k in material.kernels.items() if k.exercise}
        lessons = {slug: k.lesson for slug, k in material.lessons.items() if k.lesson}
        exercises = {slug: exercise for slug, exercise in exercises.items() if f"kernels/{slug}" not in bad}
        lessons = {slug: lesson for slug, lesson in lessons.items() if f"lessons/{slug}" not in bad}
        unproved = self._unproved(exercises, lessons, material.exercises)
        if self._preview:
            exercises = _as_last(material.kernels, self._last_exercises, exercises)
            lessons = _as_last(material.lessons, self._last_lessons, lessons)
            hidden: set[str] = set()
        else:
            hidden = set(unproved)
        exercises = {slug: exercise for slug, exercise in exercises.items() if f"kernels/{slug}" not in hidden}
        shown = {
            slug: subjects.shown(lesson, exercises, proved=f"lessons/{slug}" not in hidden)
            for slug, lesson in lessons.items()
        }
        faults += [fault for found in unproved.values() for fault in found]
        return Course(
            lessons={slug: lesson for slug, lesson in shown.items() if slug not in PAPERS},
            exercises=exercises,
            faults=tuple(sorted(faults, key=_order)),
            withdrawn=_withdrawn(faults),
            glossary=material.glossary.terms,
            tracks=material.tracks.tracks,
            papers={slug: lesson for slug, lesson in shown.items() if slug in PAPERS},
        )

    def subjects(self) -> list[Subject]:
        """All that is without faults and has to be proved."""
        material = self._material()
        bad = {"/".join(fault.path.split("/")[:2]) for fault in material.faults()}
        lessons = [loaded.lesson for loaded in material.lessons.values() if loaded.lesson]
        found = [*material.exercises.values()]
        found += [s for lesson in lessons if (s := subjects.of_lesson(lesson, material.exercises)) is not None]
        return [subject for subject in found if subject.name not in bad]

    def state(self) -> object:
        """Differs when what `read` would read has changed."""
        folders = [*_folders(self._root / "kernels"), *_folders(self._root / "lessons")]
        return [(path, _files(path)) for path in folders], _statuses(_loose(self._root / "lessons"))

    def _material(self) -> _Material:
        root, paths = self._root, _folders(self._root / "kernels")
        terms = root / GLOSSARY
        glossary = self._glossary.of(terms, _statuses([terms]), lambda _: load_glossary(root))
        versions = load_versions(root)
        named = tuple(versions.named.items())
        kernels = {
            path.name: self._kernels.of(path, named, lambda path: load_exercise(path, root, versions.named))
            for path in paths
        }
        hashes = {path.name: self._subjects.of(path, (), subjects.of_exercise) for path in paths}
        kinds = {slug: ready.exercise.kind if ready.exercise else None for slug, ready in kernels.items()}
        shelf = Shelf(root, kinds, versions.named)
        lessons = {
            path.name: self._lessons.of(path, (named, *kinds.items()), lambda path: load_lesson(path, shelf))
            for path in _folders(root / "lessons")
        }
        tracks = load_tracks(root, [slug for slug in lessons if slug not in PAPERS])
        return _Material(kernels, lessons, hashes, glossary, versions, tracks)

    def _unproved(
        self, exercises: Mapping[Slug, Exercise], lessons: Mapping[Slug, Lesson], hashes: Mapping[Slug, Subject]
    ) -> dict[str, tuple[Fault, ...]]:
        """By the subject's name, why it is not proved."""
        if self._proofs is None:
            return {}
        found = [hashes[slug] for slug in exercises]
        found += [s for lesson in lessons.values() if (s := subjects.of_lesson(lesson, hashes)) is not None]
        faults = {subject.name: subjects.faults_of(subject, self._proofs) for subject in found}
        return {name: why for name, why in faults.items() if why}


class _Kept(Generic[Read]):
    """What was read from folders, for as long as nothing in them changes, nor what else it depends on."""

    def __init__(self) -> None:
        self._read: dict[Path, tuple[object, Read]] = {}

    def of(self, path: Path, besides: object, read: Callable[[Path], Read]) -> Read:
        state = (_files(path), besides)
        before = self._read.get(path)
        if before is None or before[0] != state:
            before = (state, read(path))
            self._read[path] = before
        return before[1]


def _files(path: Path) -> tuple[tuple[str, int, int], ...]:
    """Every file under a folder, with its size and when anything of it was changed, which no `cp -p` turns back."""
    return _statuses(_within(path))


def _within(path: str | Path) -> Iterator[os.DirEntry[str]]:
    with suppress(OSError), os.scandir(path) as entries:  # it was removed since it was listed
        for entry in entries:
            if not entry.is_dir():
                yield entry
            elif not entry.is_symlink():
                yield from _within(entry.path)


def _loose(path: Path) -> list[Path]:
    """The files that lie in a folder itself."""
    return [file for file in path.glob("*.*") if file.is_file()]


def _statuses(files: Iterable[Path | os.DirEntry[str]]) -> tuple[tuple[str, int, int], ...]:
    found = []
    for file in files:
        with suppress(OSError):  # it was removed since it was listed
            status = file.stat()
            found.append((os.fspath(file), status.st_ctime_ns, status.st_size))
    return tuple(sorted(found))


def _as_last(here: Mapping[Slug, object], last: dict[Slug, Read], sound: Mapping[Slug, Read]) -> dict[Slug, Read]:
    """What is sound, and what last was of that which still is here."""
    last.update(sound)
    return {slug: last[slug] for slug in here if slug in last}


def _withdrawn(faults: list[Fault]) -> dict[Slug, tuple[Fault, ...]]:
    slugs = dict.fromkeys(fault.path.split("/")[1] for fault in faults if fault.path.count("/") > 1)
    return {slug: tuple(fault for fault in faults if fault.path.split("/")[1] == slug) for slug in slugs}


def _unknown(exercise: Exercise, concept: str) -> Fault:
    line, column = place_of((exercise.path / "exercise.toml").read_text("utf-8"), ("concepts",))
    said = f"`concepts` names `{concept}`, and the glossary has no such term"
    return Fault(f"kernels/{exercise.slug}/exercise.toml", line, column, said)


def _folders(path: Path) -> list[Path]:
    return sorted(p for p in path.glob("*") if p.is_dir() and not p.name.startswith((".", "_")))


def _order(fault: Fault) -> tuple[str, int, int]:
    return fault.path, fault.line, fault.column


def _doubles(lessons: Mapping[str, LoadedLesson]) -> list[Fault]:
    """Two lessons with one number would have no order."""
    numbers = [slug[:2] for slug in lessons]
    return [
        Fault(f"lessons/{slug}/en.md", 0, 0, f"another lesson has the number {slug[:2]} too")
        for slug in lessons
        if numbers.count(slug[:2]) > 1
    ]
