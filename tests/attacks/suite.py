"""The attacks as the tests know them. Each is a file in a folder of its kind, whose docstring says three things:

what it tries and why that matters; what stops it; and, where that is more than a refusal, how its job ends.

    Stopped by: landlock, seccomp       layers, of which each alone stops it
    Held by: wall clock                 what else holds it, where no layer has to
    Shown by: tests/…/test_x.py::name   the test that tries it, where it needs more than a job
    Searching passes: ids               that layer does not count where children may pass any folder (sandbox/ids.py)
    Ends: time_limit or crashed         the ending that its job gets
    Docker: refuses                     so does its default profile, under which it cannot succeed (docker.py)
    An executor may: yes                it is part of what CUDA needs

An attack that has succeeded returns from `attack(facts)`; one that has failed raises. Where there is `after(facts)`,
it runs in the next job, and it is that which counts.
"""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from app.sandbox import Ending, Layer

HERE = Path(__file__).parent
KINDS = ("bombs", "cheats", "files", "kernel", "leftovers", "network", "others", "proc", "processes", "protocol")
HOLDERS = {
    "wall clock": "the worker ends the job when its time is over",
    "output limit": "the worker counts what arrives and ends the job",
    "frames": "what is no frame of plain data is refused whole",
    "fresh child": "each job has a process of its own, which ends with it",
    "another process": "there is nothing in the process that is worth finding, and nothing it says is a verdict",
    "clock of the parent": "the worker takes the time, from before the job is read",
}


_SAYS = re.compile(
    r"^(Stopped by|Held by|Shown by|Ends|Searching passes|Whole frames|Docker|An executor may): (.+)$",
    re.MULTILINE,
)


@dataclass(frozen=True)
class Attack:
    """One file. `whole_frames` is how many frames of it a correct reader accepts."""

    path: Path
    stopped_by: frozenset[Layer]
    searching_passes: frozenset[Layer]
    held_by: str
    shown_by: str
    ends: frozenset[Ending]
    whole_frames: int
    docker_refuses: bool
    executor_may: bool

    def __str__(self) -> str:
        return f"{self.path.parent.name}.{self.path.stem}"

    @property
    def kind(self) -> str:
        """The folder."""
        return self.path.parent.name

    @property
    def script(self) -> str:
        """The source."""
        return self.path.read_text()


def _read(path: Path) -> Attack:
    text = ast.get_docstring(ast.parse(path.read_text())) or ""
    says = dict(_SAYS.findall(text))
    return Attack(
        path,
        _layers(says.get("Stopped by", "")),
        _layers(says.get("Searching passes", "")),
        says.get("Held by", ""),
        says.get("Shown by", ""),
        frozenset(Ending(name) for name in says.get("Ends", "").split(" or ") if name),
        int(says.get("Whole frames", "0")),
        says.get("Docker") == "refuses",
        says.get("An executor may") == "yes",
    )


def _layers(said: str) -> frozenset[Layer]:
    return frozenset(Layer(name) for name in said.split(", ") if name)


@cache
def attacks() -> tuple[Attack, ...]:
    """All, in order of kind and name."""
    return tuple(_read(path) for kind in KINDS for path in sorted((HERE / kind).glob("*.py")))


def layered() -> list[Attack]:
    """Those that layers stop."""
    return [attack for attack in attacks() if attack.stopped_by]


def held(*by: str) -> list[Attack]:
    """Those that something else holds."""
    return [attack for attack in attacks() if attack.held_by in by]
