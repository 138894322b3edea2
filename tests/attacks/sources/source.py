"""A learner source that attacks, as its file states it.

A file is what a stranger would paste into the editor, or, where that is too long to be kept, makes it as `SOURCE`. Its
docstring says what is tried and what stops it, and in lines for machines:

    Exercise: which exercise it is sent to (vector-add)
    Gets: the verdicts that may come, parted by "or"; after one of them, the sentence that goes with it
    Report: as the solution's (registers, shared memory and PTX are those of an honest submission)
    Device: runs other code (what a GPU would run is not what the source says)
    Naive: what a design that does all in one process falls for: "passed", "tells", "reads" or "registers"
    Stage: slow (where it takes seconds)
"""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).parent
_FIELD = re.compile(r"^(Exercise|Gets|Report|Device|Naive|Stage): (.+)$", re.MULTILINE)


@dataclass(frozen=True, eq=False)
class Source:
    """`gets` maps each verdict that may come to the key of its finding, "" where that is left open."""

    name: str
    text: str
    exercise: str
    gets: dict[str, str]
    said: dict[str, str]
    explained: bool = True

    @property
    def hidden(self) -> bool:
        """Whether it is sent to be graded by all cases: the others come to their end without."""
        return self.name.startswith(("cheats/", "programs/", "launches/"))

    @property
    def slow(self) -> bool:
        return self.said.get("Stage") == "slow"

    def __str__(self) -> str:
        return self.name


def sources() -> list[Source]:
    """All of them, by folder and name."""
    return [read(path) for path in sorted(FOLDER.glob("*/*.py"))]


def read(path: Path) -> Source:
    text = path.read_text("utf-8")
    tree = ast.parse(text)
    told = ast.get_docstring(tree) or ""
    said = dict(_FIELD.findall(told))
    explained = bool(re.search(r"^Stopped by: \S+", told, re.MULTILINE))
    gets = {kind: key for kind, _, key in (entry.partition(" ") for entry in said["Gets"].split(" or "))}
    made = [node for node in tree.body if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "SOURCE"]
    if made:
        names: dict[str, str] = {}
        exec(compile(tree, str(path), "exec"), names)
        text = names["SOURCE"]
    name, exercise = f"{path.parent.name}/{path.stem}", said.get("Exercise", "vector-add")
    return Source(name, text, exercise, gets, said, explained)
