"""Case files: a kernel as a learner sends it, then a `CASE` dict with the launch and what is expected.

The source is the text before the line `CASE = {`; line numbers refer to it. `args` is an ordered list of (name,
expression) that may use `np`, `math`, `rng` (seeded by `seed`), names of the file and earlier arguments.
"""

from __future__ import annotations

import ast
import copy
import math
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np


@dataclass(frozen=True)
class Case:
    """One file. `about` is its CASE dict."""

    name: str
    source: str
    about: dict[str, Any]

    @property
    def kernel(self) -> str:
        return str(self.about["kernel"])

    @property
    def expected(self) -> dict[str, Any]:
        expected: dict[str, Any] = self.about["expected"]
        return expected

    @property
    def launch(self) -> dict[str, Any]:
        """grid, block and, where given, shared_bytes and outputs: keywords of `app.simt.launch`."""
        outputs = {"outputs": tuple(self.about["outputs"])} if "outputs" in self.about else {}
        return {**self.about["launch"], **outputs}

    @cached_property
    def names(self) -> dict[str, Any]:
        """What an expression may use, without the arguments: the file's own names are read from running it."""
        names: dict[str, Any] = {}
        exec(compile(self.source, self.name, "exec"), names)
        return {**names, "np": np, "math": math}

    def __getstate__(self) -> dict[str, Any]:
        """What crosses to another process: the names are read there anew, for modules do not cross."""
        return {"name": self.name, "source": self.source, "about": self.about}

    def arguments(self) -> dict[str, Any]:
        """Fresh arguments in order."""
        names = {**self.names, "rng": np.random.default_rng(self.about.get("seed", 0))}
        made: dict[str, Any] = {}
        for name, expression in self.about["args"]:
            made[name] = names[name] = self.value(expression, names)
        return made

    def wanted(self, arguments: dict[str, Any]) -> dict[str, Any]:
        """Expected values by argument, computed from arguments as they were before the launch."""
        names = {**self.names, **copy.deepcopy(arguments)}
        return {name: self.value(text, names) for name, text in self.expected.get("values", {}).items()}

    def value(self, expression: str, names: dict[str, Any]) -> Any:
        return eval(expression, dict(names))


def load(path: Path) -> Case:
    source, mark, about = path.read_text().partition("\nCASE = {")
    assert mark, f"{path.name} has no CASE"
    literal = ("{" + about).split("\nCASE[")[0]
    return Case(path.stem, source + "\n", ast.literal_eval(literal))


def cases(folder: Path) -> list[Case]:
    """Every case of a folder, by name."""
    return [load(path) for path in sorted(folder.glob("*.py"))]
