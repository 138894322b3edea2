"""Reads a course: every lesson and exercise under one folder, and all that is wrong with them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from app.course.kernels import LoadedExercise, load_exercise
from app.course.lessons import LoadedLesson, Shelf, load_lesson
from app.course.markdown import Link
from app.course.models import Course, Exercise, ExercisePart, Fault, Lesson
from app.errors import ConfigError


def open_course(root: Path) -> Course:
    """As `load_course`. Raises ConfigError where there is nothing to read, which is a wrong folder and not a fault."""
    if not _folders(root / "lessons") and not _folders(root / "kernels"):
        raise ConfigError(f"{root} holds no course; set GRIDSTRIDE_COURSE to a folder with lessons/ and kernels/")
    return load_course(root)


def load_course(root: Path) -> Course:
    """Read `lessons/` and `kernels/` under `root`. What has faults is left out, and the rest loads."""
    kernels = {path.name: load_exercise(path, root) for path in _folders(root / "kernels")}
    exercises = {slug: loaded.exercise for slug, loaded in kernels.items() if loaded.exercise}
    shelf = Shelf(root, kernels)
    lessons = {path.name: load_lesson(path, shelf) for path in _folders(root / "lessons")}
    faults = [fault for lesson in lessons.values() for fault in lesson.faults]
    faults += [fault for kernel in kernels.values() for fault in kernel.faults]
    faults += _doubles(lessons)
    faults += _broken_links(lessons, kernels)
    bad = {"/".join(fault.path.split("/")[:2]) for fault in faults}
    sound = {slug: exercise for slug, exercise in exercises.items() if f"kernels/{slug}" not in bad}
    shown = [loaded.lesson for slug, loaded in lessons.items() if loaded.lesson and f"lessons/{slug}" not in bad]
    return Course({lesson.slug: _shown(lesson, sound) for lesson in shown}, sound, tuple(sorted(faults, key=_order)))


def _shown(lesson: Lesson, sound: Mapping[str, Exercise]) -> Lesson:
    """The lesson without the exercises that had to be left out."""
    parts = tuple(p for p in lesson.parts if not isinstance(p, ExercisePart) or p.slug in sound)
    return replace(lesson, parts=parts)


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


def _broken_links(lessons: Mapping[str, LoadedLesson], kernels: Mapping[str, LoadedExercise]) -> list[Fault]:
    links = [link for lesson in lessons.values() for link in lesson.links]
    links += [link for kernel in kernels.values() for link in kernel.links]
    return [
        Fault(link.path, link.line, link.column, f"the link leads nowhere: {why}")
        for link in links
        if (why := _nowhere(link, lessons, kernels))
    ]


def _nowhere(link: Link, lessons: Mapping[str, LoadedLesson], kernels: Mapping[str, LoadedExercise]) -> str | None:
    """Why a link leads nowhere, or None."""
    page, _, anchor = link.target.partition("#")
    page = page.rstrip("/")
    if page.startswith("/exercises/"):
        slug = page.removeprefix("/exercises/")
        return None if slug in kernels and not anchor else f"there is no exercise `{slug}`"
    slug = page.removeprefix("/lessons/") or _own(link.path)
    if slug not in lessons:
        return f"there is no lesson `{slug}`"
    if anchor and anchor not in lessons[slug].anchors:
        return f"`{slug}` has no `#{anchor}`"
    return None


def _own(path: str) -> str:
    """The lesson that a file belongs to."""
    return path.split("/")[1]
