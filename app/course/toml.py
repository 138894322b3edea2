"""TOML that authors write: read strictly, and where in the text each fault lies."""

from __future__ import annotations

import re
import tomllib
from typing import TypeVar

from pydantic import TypeAdapter, ValidationError

from app.course.complaints import MOST, complaint
from app.course.faults import Faults

AT = re.compile(r"\(at line (\d+), column (\d+)\)")
Shape = TypeVar("Shape")


def tables(text: str, faults: Faults, most_characters: int) -> dict[str, object] | None:
    """What the text says, or None and the fault that is in its way. tomllib takes the square of the dots in a key."""
    if len(text) > most_characters:
        faults.add(0, 0, f"is longer than {most_characters:,} characters")
        return None
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        at = AT.search(str(error))
        line, column = (int(at[1]), int(at[2])) if at else (1, 1)
        faults.add(line, column, f"not TOML: {AT.sub('', str(error)).strip()}")
    except RecursionError:
        faults.add(1, 1, "not TOML: nested too deeply")
    except ValueError:  # Python reads no number of thousands of digits
        faults.add(1, 1, "not TOML: a number has too many digits")
    return None


def validated(adapter: TypeAdapter[Shape], data: dict[str, object], text: str, faults: Faults) -> Shape | None:
    """What the adapter makes of the tables, or None and the faults that are in its way."""
    try:
        return adapter.validate_python(data)
    except ValidationError as error:
        for problem in error.errors()[:MOST]:
            faults.add(*place_of(text, problem["loc"]), complaint(problem))
        return None


def place_of(text: str, loc: tuple[int | str, ...]) -> tuple[int, int]:
    """Line and column of a key, found in the text because tomllib does not tell; of its table where it is missing."""
    lines = text.split("\n")
    if len(loc) == 1 and (found := _key(lines, 0, str(loc[0]))):
        return found
    start = _header(lines, loc)
    if start is None:
        return (_key(lines, 0, str(loc[0])) if loc else None) or (1, 1)
    return _key(lines, start, str(loc[-1])) or (start, 1)


def _header(lines: list[str], loc: tuple[int | str, ...]) -> int | None:
    """The 1-based line of the table that `loc` lies in."""
    if not loc:
        return None
    nth = loc[1] if len(loc) > 1 and isinstance(loc[1], int) else 0
    opens = re.compile(rf"\s*\[\[?\s*{re.escape(str(loc[0]))}\s*\]")
    found = [number for number, line in enumerate(lines, 1) if opens.match(line)]
    return found[nth] if nth < len(found) else None


def _key(lines: list[str], after: int, key: str) -> tuple[int, int] | None:
    """Where `key = ...` stands below line `after`, up to the next table."""
    for number, line in enumerate(lines[after:], after + 1):
        if line.lstrip().startswith("["):
            return None
        if match := re.match(rf"(\s*){re.escape(key)}\s*=", line):
            return number, len(match[1]) + 1
    return None
