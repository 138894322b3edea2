"""A program's stand-in for numba, wired to an interpreter in the same process."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from app.program.interpreting import Interpreted
from app.program.stage import Stage
from app.program.wire import FILE, Wire
from app.protocol.frames import Frame, decode, encode


class Local:
    """`cuda` is the module; `asked` are the kinds of all calls."""

    def __init__(self, source: str = "") -> None:
        self.device = Interpreted()
        self.asked: list[str] = []
        self.printed = ""
        stage = Stage(source, Wire(self._ask, self._print))
        self.modules = stage.modules()
        self.cuda: Any = self.modules["numba.cuda"]
        self.findings = stage.device_.ledger.findings

    def run(self, source: str) -> SimpleNamespace:
        """The names of a program that was executed; its `from numba import cuda` is done by whoever calls."""
        names: dict[str, Any] = {"cuda": self.cuda, "numba": self.modules["numba"]}
        exec(compile(source, FILE, "exec"), names)
        return SimpleNamespace(**names)

    def _ask(self, frame: Frame) -> Frame:
        self.asked.append(frame.kind)
        return decode(encode(self.device.answer(decode(encode(frame)))))

    def _print(self, text: str) -> None:
        self.printed += text
