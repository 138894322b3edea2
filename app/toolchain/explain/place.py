"""Which of the learner's lines an error is about."""

from __future__ import annotations

import re
from collections.abc import Iterator

from app.toolchain.source import FILENAME, Source

_QUOTED = re.compile(rf'(?:File "{re.escape(FILENAME)}", line |{re.escape(FILENAME)} \()(\d+)')


def place(error: BaseException, source: Source) -> int | None:
    """The innermost line that the error, or what caused it, names and that is inside a function's body.

    Most typing errors name none in their text. But the frames of numba's that raised them still hold the
    instruction or constraint they were working on, and that knows its line.
    """
    lines = [line for link in chain(error) for line in (*_named(link), *_worked_on(link))]
    return next((line for line in lines if source.in_body(line)), None)


def chain(error: BaseException) -> Iterator[BaseException]:
    """The error, then what it was raised from."""
    seen: set[int] = set()
    link: BaseException | None = error
    while link is not None and id(link) not in seen:
        seen.add(id(link))
        yield link
        link = link.__cause__ or link.__context__


def own_line(error: BaseException) -> int | None:
    """The innermost line of the learner's that was running when the error was raised."""
    line, traceback = None, error.__traceback__
    while traceback is not None:
        if traceback.tb_frame.f_code.co_filename == FILENAME:
            line = traceback.tb_lineno
        traceback = traceback.tb_next
    return line


def _named(error: BaseException) -> list[int]:
    return [int(number) for number in _QUOTED.findall(message(error))]


def _worked_on(error: BaseException) -> list[int]:
    lines, traceback = [], error.__traceback__
    while traceback is not None:
        names = traceback.tb_frame.f_locals
        for value in (
            getattr(names.get("inst"), "loc", None),
            names.get("loc"),
            getattr(names.get("self"), "loc", None),
        ):
            if getattr(value, "filename", None) == FILENAME and isinstance(line := getattr(value, "line", None), int):
                lines.append(line)
                break
        traceback = traceback.tb_next
    return lines[::-1]


def message(error: BaseException) -> str:
    """Its text, without the colours. A learner's exception may refuse to have one."""
    try:
        return re.sub(r"\x1b\[[0-9;]*m", "", str(error))
    except BaseException:  # noqa: BLE001  # `__str__` is the learner's code
        return ""
