"""The host's end of the calls: each is one frame and waits for one answer."""

from __future__ import annotations

import dis
import sys
from collections.abc import Callable, Mapping
from types import FrameType

import numpy as np

from app.findings import Plain
from app.program.misuse import misuse
from app.protocol.frames import Frame

FILE = "<program>"  # no file can be named so: it marks the learner's lines

Ask = Callable[[Frame], Frame]


class Wire:
    """Forwards calls. `print_` shows what kernels print, where the program's own output goes."""

    def __init__(self, ask: Ask, print_: Callable[[str], None]) -> None:
        self._ask, self._print = ask, print_
        self._released: list[tuple[int, int | None]] = []

    def call(self, kind: str, arrays: Mapping[str, np.ndarray] | None = None, /, **data: Plain) -> Frame:
        """What the device answers. Raises a MisuseError where it refuses."""
        self.flush()
        return self._called(Frame(kind, {**data, "line": line_here()}, arrays or {}))

    def release(self, handle: int) -> None:
        """Free memory before the next call. At once would be too early: this may run within another call."""
        if handle:
            self._released.append((handle, line_here()))

    def flush(self) -> None:
        """Free what was released."""
        while self._released:
            handle, line = self._released.pop(0)
            self._called(Frame("free", {"handle": handle, "line": line}))

    def _called(self, frame: Frame) -> Frame:
        answer = self._ask(frame)
        said = answer.data
        if isinstance(printed := said.get("stdout"), str) and printed:
            self._print(printed)
        if answer.kind != "done":
            args = said.get("args")
            filled = {k: v for k, v in args.items() if isinstance(v, int | str)} if isinstance(args, dict) else {}
            raise misuse(str(said.get("error")), str(said.get("key")), str(said.get("text")), **filled)
        return answer

    def handle(self, kind: str, /, **data: Plain) -> int:
        """For calls that make something: its handle."""
        return int(str(self.call(kind, **data).data["handle"]))


def discarded() -> bool:
    """Whether the program throws away what the function that asks returns to it: its call is a statement of its own."""
    frame = sys._getframe(2)  # noqa: SLF001  # as below
    code = frame.f_code
    if code.co_filename != FILE:
        return False
    following = (op for op in code.co_code[frame.f_lasti + 2 :: 2] if op != dis.opmap["CACHE"])
    return next(following, None) == dis.opmap["POP_TOP"]


def line_here() -> int | None:
    """The line of the program from which the stand-in was called."""
    return line_of(sys._getframe(1))  # noqa: SLF001  # `inspect` would read files, for each call


def line_of(frame: FrameType | None) -> int | None:
    """The innermost line of the program that led to this frame."""
    while frame is not None:
        if frame.f_code.co_filename == FILE:
            return frame.f_lineno
        frame = frame.f_back
    return None
