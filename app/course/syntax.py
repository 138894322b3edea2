"""Python that an author wrote, read without running it: what is no Python is a fault at its place."""

from __future__ import annotations

import ast
import warnings
from collections.abc import Callable
from pathlib import Path
from types import CodeType
from typing import TypeVar

from app.course.faults import Faults

Read = TypeVar("Read")


def parsed(text: str, faults: Faults) -> ast.Module | None:
    """The tree; None, and the fault, where there is none."""
    return _read(lambda: ast.parse(text), text, faults)


def compiled(text: str, path: Path, faults: Faults) -> CodeType | None:
    """As `parsed`, ready to be executed as the content of `path`."""
    return _read(lambda: compile(text, str(path), "exec", dont_inherit=True), text, faults)


def _read(read: Callable[[], Read], text: str, faults: Faults) -> Read | None:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # such as that of a comparison with `is`, which runs all the same
            return read()
    except SyntaxError as error:
        line = min(max(error.lineno or 1, 1), text.count("\n") + 1)
        faults.add(line, max(error.offset or 1, 1), f"not Python: {error.msg}")
    except ValueError as error:  # a NUL byte
        faults.add(1, 1, f"not Python: {error}")
    except (RecursionError, MemoryError):  # of the parser's own stack
        faults.add(1, 1, "not Python: nested too deeply")
    return None
