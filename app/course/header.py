"""The YAML between two lines of `---` at the top of a Markdown file."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar

import yaml
from pydantic import BaseModel, ValidationError

from app.course.complaints import MOST, complaint
from app.course.faults import Faults

FENCE = "---"
MOST_DEPTH = 8  # lists and tables within each other; a header needs two
_OPENING = (yaml.FlowSequenceStartToken, yaml.FlowMappingStartToken, yaml.BlockSequenceStartToken,
            yaml.BlockMappingStartToken)  # fmt: skip
_CLOSING = (yaml.FlowSequenceEndToken, yaml.FlowMappingEndToken, yaml.BlockEndToken)
Model = TypeVar("Model", bound=BaseModel)


@dataclass(frozen=True, slots=True)
class Body:
    """What follows the header. `line` is the 1-based line of its first one."""

    text: str
    line: int


def read_header(text: str, model: type[Model], faults: Faults) -> tuple[Model | None, Body]:
    """Split a file into its header and its body. Where the header is at fault, it is None."""
    lines = text.split("\n")
    if lines[0].rstrip() != FENCE:
        faults.add(1, 1, f"the file starts with a header between two lines of {FENCE}")
        return None, Body(text, 1)
    ends = [number for number, line in enumerate(lines) if number and line.rstrip() == FENCE]
    if not ends:
        faults.add(1, 1, f"the header is never closed: a second line of {FENCE} is missing")
        return None, Body("", len(lines))
    header = "\n".join(lines[1 : ends[0]])
    return _validate(header, model, faults), Body("\n".join(lines[ends[0] + 1 :]), ends[0] + 2)


def _validate(header: str, model: type[Model], faults: Faults) -> Model | None:
    try:
        node = _compose(header)
    except yaml.MarkedYAMLError as error:
        faults.add(*_at(header, error.problem_mark), f"not YAML: {error.problem}")
        return None
    except (yaml.YAMLError, RecursionError) as error:
        faults.add(1, 1, f"not YAML: {error}")
        return None
    if not isinstance(node, yaml.MappingNode):
        faults.add(2, 1, "the header is a table of `key: value` lines, without anchors and tables within tables")
        return None
    seen: set[str] = set()
    for key, _ in node.value:
        if str(key.value) in seen:
            faults.add(*_at(header, key.start_mark), f"`{key.value}` is set twice")
            return None
        seen.add(str(key.value))
    try:
        return model.model_validate(_plain(node))
    except ValidationError as error:
        for problem in error.errors()[:MOST]:
            faults.add(*_at(header, _place(node, problem["loc"]).start_mark), complaint(problem))
        return None


def _compose(header: str) -> yaml.Node | None:
    """The tree, or None where the header is empty, or has what costs more than its length.

    Aliases can grow a few lines to gigabytes, and a bracket within brackets is looked at again for each of them.
    """
    depth = 0
    for token in yaml.scan(header, Loader=yaml.BaseLoader):
        depth += isinstance(token, _OPENING) - isinstance(token, _CLOSING)
        if isinstance(token, yaml.AliasToken) or depth > MOST_DEPTH:
            return None
    return yaml.compose(header, Loader=yaml.BaseLoader)


def _plain(node: yaml.Node) -> object:
    """Tables, lists and text: a scalar stays text, so that `title: 2026` is a title."""
    if isinstance(node, yaml.MappingNode):
        return {str(key.value): _plain(value) for key, value in node.value}
    if isinstance(node, yaml.SequenceNode):
        return [_plain(item) for item in node.value]
    return node.value


def _place(node: yaml.Node, loc: tuple[int | str, ...]) -> yaml.Node:
    """What a fault is about, or what it is missing in."""
    for step in loc:
        if isinstance(node, yaml.MappingNode):
            found = [key for key, _ in node.value if key.value == step]
            values = [value for key, value in node.value if key.value == step]
            if not found:
                break
            if step == loc[-1]:
                key: yaml.Node = found[-1]
                return key
            node = values[-1]  # of a key that is set twice, the last one counts
        elif isinstance(node, yaml.SequenceNode) and isinstance(step, int):
            node = node.value[step]
    return node


def _at(header: str, mark: yaml.Mark | None) -> tuple[int, int]:
    """Line and column in the file. YAML's own count goes on at characters that end no line in an editor."""
    before = header[: mark.index] if mark is not None else ""
    return before.count("\n") + 2, len(before) - before.rfind("\n")
