"""The process of one program: JSON on stdin and stdout, as `app.course.program` writes and reads it."""

from __future__ import annotations

import io
import json
import os
import resource
import sys
import traceback
from collections.abc import Mapping
from contextlib import redirect_stdout
from types import CodeType

from app.findings import Finding, Kind, Severity
from app.program.interpreting import Interpreted
from app.program.misuse import type_name
from app.program.stage import Stage
from app.program.wire import FILE, Wire
from app.protocol.frames import Frame
from app.simt import Checks, Limits

MOST_PRINTED = 20_000  # characters
MEMORY = 4 << 30  # bytes of address space
STEPS = 2_000_000


class KernelFaultError(BaseException):
    """A launch found an error that the question did not announce. `line` is the program's, or None.

    No program can catch it: on a GPU it would hear nothing of a race.
    """

    def __init__(self, message: str, line: int | None) -> None:
        super().__init__(message)
        self.line = line


class TooLongError(Exception):
    """It prints without end."""


class Paper(io.StringIO):
    """What is printed, up to a length that a reader could still predict."""

    def write(self, text: str) -> int:
        if self.tell() + len(text) > MOST_PRINTED:
            raise TooLongError(f"it prints more than {MOST_PRINTED:,} characters")
        return super().write(text)


class Judge:
    """The device of a program. `findings` are the kinds that were allowed and found."""

    def __init__(self, allowed: str) -> None:
        self.allowed = allowed
        self.findings: set[str] = set()
        self._device = Interpreted(limits=Limits(steps=STEPS), checks=Checks(profile=False))

    def ask(self, frame: Frame) -> Frame:
        """Raises KernelFaultError."""
        answer = self._device.answer(frame)
        found = answer.data.get("findings")
        for plain in found if isinstance(found, list) else ():
            if isinstance(plain, dict):
                self._weigh(Finding.from_plain(plain), str(frame.data["entry"]))
        return answer

    def _weigh(self, finding: Finding, kernel: str) -> None:
        if finding.kind is not Kind.UNSUPPORTED and finding.kind == self.allowed:
            self.findings.add(finding.kind.value)
        elif finding.severity is Severity.ERROR:
            told = f"`{kernel}` gets {finding.kind} ({finding.message_key})"
            hint = "" if finding.kind is Kind.UNSUPPORTED else f"; `:finding: {finding.kind}` says that it should"
            raise KernelFaultError(told + hint, finding.line)


def main() -> None:
    """Run the program that stdin holds."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    job = json.load(sys.stdin)
    with os.fdopen(os.dup(1), "w", encoding="utf-8") as told:
        os.dup2(2, 1)  # what bypasses sys.stdout must not speak for us
        json.dump(run(job["source"], job["allowed"]), told)


def run(source: str, allowed: str) -> dict[str, object]:
    """What the program printed, the first thing that went wrong and in which line, and the findings it may have."""
    judge, paper, error, line = Judge(allowed), Paper(), "", 0
    try:
        code = compile(source, FILE, "exec", dont_inherit=True)
        sys.modules.update(Stage(source, Wire(judge.ask, lambda text: print(text, end=""))).modules())
        with redirect_stdout(paper):
            _execute(code, {"__name__": "__main__"})
    except SyntaxError as fault:
        error, line = f"is not Python: {fault.msg}", fault.lineno or 0
    except KernelFaultError as fault:
        error, line = str(fault), fault.line or _line(fault)
    except TooLongError as fault:
        error, line = str(fault), _line(fault)
    except BaseException as fault:  # noqa: BLE001 - whatever it raises is its author's to hear
        error, line = f"raises {type_name(fault)}: {fault}".rstrip(": "), _line(fault)
    return {"stdout": paper.getvalue(), "error": error, "line": line, "findings": sorted(judge.findings)}


def _execute(code: CodeType, names: Mapping[str, object]) -> None:
    try:
        exec(code, dict(names))  # noqa: S102 - the course's own code, which is trusted
    except SystemExit as end:
        if end.code not in (None, 0):
            raise


def _line(error: BaseException) -> int:
    """The last line of the program that the error passed through."""
    frames = traceback.extract_tb(error.__traceback__)
    return next((frame.lineno or 0 for frame in reversed(frames) if frame.filename == FILE), 0)


if __name__ == "__main__":
    main()
