"""What ends a launch early. None of it leaves the package: `launch` turns each into a finding."""

from __future__ import annotations

from app.findings import Plain


class FaultError(Exception):
    """The learner's source or launch cannot go on; `key` and `args` find its sentence."""

    def __init__(self, key: str, line: int | None, **args: Plain) -> None:
        super().__init__(key, line, args)
        self.key, self.line, self.args_ = key, line, args


class UnsupportedError(FaultError):
    """Beyond the interpreter. `what` is the thing, as the learner wrote it or in plain words."""


class LaunchConfigError(FaultError):
    """The grid, the block, the shared bytes or the arguments do not fit the device or the kernel."""


class SourceFaultError(FaultError):
    """The source is no Python, or has no such kernel."""


class SpentError(Exception):
    """The step budget is used up."""
