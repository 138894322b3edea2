"""What an exercise of kind `launch` is answered with: a few assignments that end in `grid` and `block`.

    block = 256
    grid = (n + block - 1) // block

The names that are known at first are the exercise's sizes. A text is read once, and worked out for each case.
"""

from __future__ import annotations

import ast
import warnings
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from app.course.arithmetic import FUNCTIONS, Code, Known, Reader, RefusedError, Value
from app.findings import Finding
from app.protocol.compiled import CompileError

MOST_CHARACTERS = 4_096
MOST_DEPTH = 60
MOST_FINDINGS = 8
RESERVED = frozenset({*FUNCTIONS, "math", "grid", "block"})  # names that a size cannot have
# What a finding of `read_launch` says to an author; what learners are told is in the table of words.
_TO_AUTHORS: Mapping[str, str] = MappingProxyType(
    {
        "syntax_error": "not Python: {text}",
        "syntax_error.nested": "not Python: nested too deeply",
        "launch_config.text.long": "is longer than the {limit} characters that a launch may have",
        "launch_config.text.name": "there is no `{name}`; known are {known}",
        "launch_config.text.missing": "does not define `{what}`",
        "launch_config.text.import": "`{what}` needs `import math` above it",
        "launch_config.text.call": "`{what}` calls what a launch cannot call",
        "launch_config.text.arguments": "`{what}` has the wrong number of arguments",
        "launch_config.text.power": "`{what}`: there are no powers in a launch",
        "launch_config.text.huge": "holds a number that is too large",
        "launch_config.text.started": "`{what}` starts the kernel, which is done for the learner",
        "launch_config.text.taken": "`{what}` is the name of a function",
        "launch_config.text.unsupported": "`{what}` cannot stand in a launch",
    }
)


Target = str | tuple[str, ...]  # a name, or several that take a tuple apart


@dataclass(frozen=True, slots=True)
class Step:
    """One assignment, which may have several targets."""

    line: int
    targets: tuple[Target, ...]
    code: Code

    @property
    def names(self) -> set[str]:
        return {name for target in self.targets for name in ((target,) if isinstance(target, str) else target)}


@dataclass(frozen=True, slots=True)
class LaunchPlan:
    steps: tuple[Step, ...]

    def dims(self, sizes: Mapping[str, int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Grid and block for these sizes, one to three whole numbers each, 1 or more.

        Raises CompileError with the finding that says why there are none.
        """
        known: dict[str, Value] = dict(sizes)
        shown = ", ".join(f"{name} = {size:,}" for name, size in sizes.items())
        try:
            for step in self.steps:
                _assign(step, known)
            return _dims("grid", known, self.line("grid")), _dims("block", known, self.line("block"))
        except RefusedError as fault:
            raise CompileError([replace(fault.finding, args={**fault.finding.args, "sizes": shown})]) from None

    def line(self, name: str) -> int:
        """Where a name gets its last value."""
        return next(step.line for step in reversed(self.steps) if name in step.names)


def read_launch(text: str, sizes: Collection[str]) -> LaunchPlan:
    """The plan of a text that knows the names of `sizes`. Raises CompileError with all that no case could mend."""
    try:
        tree = _parsed(text)
    except RefusedError as fault:
        raise CompileError([fault.finding]) from None
    reader = Reader(text, set(sizes))
    steps: list[Step] = []
    findings: list[Finding] = []
    for node in tree.body:
        if len(findings) == MOST_FINDINGS:
            break  # each quotes the text, which is looked through for that
        try:
            steps.extend(_steps(node, reader))
        except RefusedError as fault:
            findings.append(fault.finding)
            reader.names.update(_bound(node))  # one mistake, one finding
    last = max(1, text.rstrip().count("\n") + 1)
    missing = [name for name in ("grid", "block") if name not in reader.names]
    findings += [RefusedError("launch_config.text.missing", last, what=name).finding for name in missing]
    if findings:
        raise CompileError(findings[:MOST_FINDINGS])
    return LaunchPlan(tuple(steps))


def to_author(finding: Finding) -> str:
    """A finding of `read_launch` in a course's own text."""
    return _TO_AUTHORS[finding.message_key].format(**finding.args)


def _parsed(text: str) -> ast.Module:
    if len(text) > MOST_CHARACTERS:
        raise RefusedError("launch_config.text.long", 1, limit=MOST_CHARACTERS)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(text)
    except SyntaxError as error:
        line = min(max(error.lineno or 1, 1), text.count("\n") + 1)
        raise RefusedError("syntax_error", line, text=error.msg) from None
    except (ValueError, RecursionError, MemoryError):
        raise RefusedError("syntax_error.nested", 1) from None
    _measure(tree)
    return tree


def _measure(tree: ast.Module) -> None:
    """So that reading and working out, which recurse, stay shallow."""
    level = list(ast.iter_child_nodes(tree))
    for _ in range(MOST_DEPTH):
        if not level:
            return
        level = [child for node in level for child in ast.iter_child_nodes(node)]
    raise RefusedError("syntax_error.nested", next((n.lineno for n in level if isinstance(n, ast.expr)), 1))


def _steps(node: ast.stmt, reader: Reader) -> Iterator[Step]:
    match node:
        case ast.Import(names=[ast.alias(name="math", asname=None)]):
            reader.maths = True
        case ast.Assign():
            targets = tuple(_target(target, reader) for target in node.targets)
            step = Step(node.lineno, targets, reader.code(node.value))
            reader.names.update(step.names)
            yield step
        case ast.AugAssign(target=ast.Name(id=name) as target):
            held = ast.copy_location(ast.Name(name, ast.Load()), target)
            value = ast.copy_location(ast.BinOp(held, node.op, node.value), node)
            yield Step(node.lineno, (_target(target, reader),), reader.code(value))
        case ast.Expr(value=ast.Constant(value=str())) | ast.Pass():
            pass
        case ast.Expr(value=ast.Call(func=ast.Subscript())):
            raise reader.refused(node, "launch_config.text.started")
        case _:
            raise reader.refused(node)


def _target(target: ast.expr, reader: Reader) -> Target:
    match target:
        case ast.Name(id=name) if name in FUNCTIONS or name == "math":
            raise reader.refused(target, "launch_config.text.taken")
        case ast.Name(id=name):
            return name
        case ast.Tuple(elts=[_, *_] as items) if all(isinstance(item, ast.Name) for item in items):
            return tuple(str(_target(item, reader)) for item in items)
    raise reader.refused(target)


def _bound(node: ast.stmt) -> Iterator[str]:
    """The names that a statement would set."""
    return (n.id for n in ast.walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store))


def _assign(step: Step, known: dict[str, Value]) -> None:
    value = step.code(known)
    for target in step.targets:
        if isinstance(target, str):
            known[target] = value
        elif isinstance(value, tuple) and len(value) == len(target):
            known.update(zip(target, value, strict=True))
        else:
            raise RefusedError("launch_config.text.unpacking", step.line)


def _dims(what: str, known: Known, line: int) -> tuple[int, ...]:
    given = known[what]
    sizes = given if isinstance(given, tuple) else (given,)
    if not 1 <= len(sizes) <= 3:
        raise RefusedError("launch_config.dimensions", line, what=what, count=len(sizes))
    return tuple(_size(what, size, line) for size in sizes)


def _size(what: str, size: Value, line: int) -> int:
    if type(size) is not int:
        value = "(…)" if isinstance(size, tuple) else str(size)  # tuples of tuples may be longer than any memory
        raise RefusedError("launch_config.text.whole", line, what=what, value=value, type=type(size).__name__)
    if size < 1:
        raise RefusedError("launch_config.text.positive", line, what=what, value=size)
    return size
