"""The course's kernels, each on the cases of its exercise, for what runs them without the course."""

from __future__ import annotations

import runpy
import tomllib
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

ROOT = Path(__file__).resolve().parent.parent
SEED = 7


@dataclass(frozen=True)
class CourseKernel:
    """One file of an exercise of kind `kernel`."""

    path: Path

    @property
    def name(self) -> str:
        return str(self.path.relative_to(ROOT / "kernels"))

    @property
    def source(self) -> str:
        return self.path.read_text()

    @property
    def kernel(self) -> str:
        return str(self.manifest["entry"])

    @cached_property
    def manifest(self) -> dict[str, Any]:
        return tomllib.loads((self._folder / "exercise.toml").read_text())

    @cached_property
    def exercise(self) -> dict[str, Any]:
        """The names of its exercise.py."""
        return runpy.run_path(str(self._folder / "exercise.py"))

    def cases(self) -> list[Any]:
        found: list[Any] = self.exercise["cases"](np.random.default_rng(SEED))
        return found

    @property
    def launch(self) -> dict[str, Any]:
        """Of the largest case."""
        return {"grid": self._largest.grid, "block": self._largest.block}

    def arguments(self) -> dict[str, Any]:
        """Of the largest case, afresh."""
        given = self._largest.args
        return {p["name"]: np.copy(given[p["name"]])[()] for p in self.manifest["parameters"]}

    @property
    def _largest(self) -> Any:
        return max(self.cases(), key=lambda case: max(np.size(value) for value in case.args.values()))

    @property
    def _folder(self) -> Path:
        return ROOT / "kernels" / self.path.relative_to(ROOT / "kernels").parts[0]


def kernels(*patterns: str) -> list[CourseKernel]:
    """Those whose path in their exercise matches, exercise by exercise."""
    folders = [found.parent for found in sorted((ROOT / "kernels").glob("*/exercise.toml")) if _is_kernel(found)]
    return [CourseKernel(path) for folder in folders for pattern in patterns for path in sorted(folder.glob(pattern))]


def _is_kernel(manifest: Path) -> bool:
    """Not of kind `launch`, whose files hold a grid and a block."""
    return bool(tomllib.loads(manifest.read_text())["kind"] == "kernel")
