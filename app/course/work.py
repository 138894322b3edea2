"""The work of an exercise, as its `[work]` states it: bytes and operations of one case, by which times are judged.

    [work]
    bytes = "a.nbytes + b.nbytes + out.nbytes"
    flops = "out.size"

Known are the parameters that are numbers and the sizes of a launch exercise, by name, and of the parameters that are
arrays `size`, `nbytes` and `shape`. The arithmetic is that of launches.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np

from app.course.arithmetic import Code, Reader, RefusedError, Value
from app.course.models import Case, Exercise, Parameter, Work

MOST_CHARACTERS = 400
_FACTS = ("size", "nbytes", "shape")
_WHY: Mapping[str, str] = MappingProxyType(
    {
        "launch_config.text.name": "there is no `{name}`; known are {known}",
        "launch_config.text.call": "`{what}` calls what cannot be called here",
        "launch_config.text.import": "`{what}` cannot be called here",
        "launch_config.text.arguments": "`{what}` has the wrong number of arguments",
        "launch_config.text.power": "`{what}`: there are no powers here; multiply",
        "launch_config.text.huge": "the number is too large",
        "launch_config.text.division": "divides by zero",
        "launch_config.text.item": "`{what}`: there is no such item",
        "launch_config.text.operand": "`{what}` is no number; take one of its items, such as `.shape[0]`",
        "launch_config.text.unsupported": "`{what}` cannot stand here",
    }
)


class WorkError(ValueError):
    """An expression that cannot be read, or that gives no count for a case. `key` is the one at fault."""

    def __init__(self, key: str, said: str) -> None:
        super().__init__(said)
        self.key = key


@dataclass(frozen=True, slots=True)
class Done:
    """The work of one case; None of what is not stated."""

    bytes: int | None
    flops: int | None


def done(exercise: Exercise, case: Case) -> Done:
    """The stated work of a case; none where the exercise states none. Raises WorkError, which the course's check has
    found before any learner could."""
    work = exercise.work
    if work is None:
        return Done(None, None)
    names, arrays = _names(exercise.parameters, exercise.sizes)
    known = dict(_facts(case))
    counts = {key: _counted(key, _read(key, text, names, arrays), known) for key, text in work.stated.items()}
    return Done(counts.get("bytes"), counts.get("flops"))


def check_work(work: Work, parameters: Sequence[Parameter], sizes: Sequence[str]) -> Iterator[WorkError]:
    """What is wrong with the expressions whatever the case."""
    names, arrays = _names(parameters, sizes)
    for key, text in work.stated.items():
        try:
            _read(key, text, names, arrays)
        except WorkError as error:
            yield error


def _names(parameters: Sequence[Parameter], sizes: Sequence[str]) -> tuple[set[str], set[str]]:
    """The numbers, and the arrays."""
    return {*sizes, *(p.name for p in parameters if p.ndim == 0)}, {p.name for p in parameters if p.ndim}


class _Reader(Reader):
    """Knows what an array is asked for, too."""

    def __init__(self, text: str, names: set[str], arrays: set[str]) -> None:
        super().__init__(text, names)
        self._arrays = arrays

    def _attribute(self, node: ast.Attribute) -> Code:
        match node.value:
            case ast.Name(id=name) if name in self._arrays and node.attr in _FACTS:
                fact = f"{name}.{node.attr}"
                return lambda known: known[fact]
            case ast.Name(id=name) if name not in self._arrays:
                known = ", ".join(sorted(self._arrays))
                raise RefusedError("launch_config.text.name", node.lineno, name=name, known=known)
        raise self.refused(node)


def _read(key: str, text: str, names: set[str], arrays: set[str]) -> Code:
    if len(text) > MOST_CHARACTERS:
        raise WorkError(key, f"is longer than {MOST_CHARACTERS} characters")
    try:
        node = ast.parse(text.strip(), mode="eval").body
        return _Reader(text.strip(), names, arrays).code(node)
    except SyntaxError as error:
        raise WorkError(key, f"not Python: {error.msg}") from None
    except (ValueError, RecursionError, MemoryError):
        raise WorkError(key, "cannot be read") from None
    except RefusedError as fault:
        raise WorkError(key, _why(fault)) from None


def _why(fault: RefusedError) -> str:
    return _WHY[fault.finding.message_key].format(**fault.finding.args)


def _facts(case: Case) -> Iterator[tuple[str, Value]]:
    yield from case.sizes.items()
    for name, value in case.args.items():
        if isinstance(value, np.ndarray):
            yield f"{name}.size", value.size
            yield f"{name}.nbytes", value.nbytes
            yield f"{name}.shape", value.shape
        else:
            plain = value.item() if isinstance(value, np.generic) else value
            yield name, plain if isinstance(plain, int | float) else 0


def _counted(key: str, code: Code, known: Mapping[str, Value]) -> int:
    try:
        value = code(known)
    except RefusedError as fault:
        raise WorkError(key, _why(fault)) from None
    if isinstance(value, tuple) or value != value or value < 0:
        raise WorkError(key, f"gives {value}, which is no count")
    return round(value)
