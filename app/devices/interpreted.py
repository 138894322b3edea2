"""What crosses to and from a process that interprets, whatever wall it stands behind: a job, and what came of it."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import fields

import numpy as np

from app.devices import Argument, Launch, Recorded, RunLimits, RunResult, Status
from app.devices.untrusted import findings_from
from app.errors import FrameError
from app.findings import Finding, Kind, LineProfile, Plain, Severity
from app.protocol.compiled import Compiled
from app.protocol.frames import Frame

_STATUS: dict[Kind, Status] = {
    Kind.UNSUPPORTED: "unsupported",
    Kind.SYNTAX_ERROR: "unsupported",  # the compiler could read it and find the kernel: only the interpreter cannot
    Kind.MISSING_ENTRY: "unsupported",
    Kind.TIMEOUT: "time_limit",
    Kind.MEMORY: "memory_limit",
}
_COVERAGE = "coverage of "  # before an output's name, as the child says it
_COUNT = np.dtype(np.uint32)
_HEADER = 8 << 20  # bytes of a result beside the arrays
_TOLD = 0.75  # of its time: then a launch is told where it hangs, before the process is ended without a word
RECORDED = "the recording"  # an array of UTF-8; no parameter's name has a space
RECORDING = 16 << 20  # bytes of it at most
Arrays = Mapping[str, np.ndarray]
_NUMBER = re.compile(r"[1-9][0-9]{0,8}")  # of a line
_FIELDS = frozenset(field.name for field in fields(LineProfile))


def job(compiled: Compiled, launch: Launch, arguments: Sequence[Argument], limits: RunLimits) -> Frame:
    listed: list[object] = [
        {
            "name": argument.name,
            "array": f"argument{position}",
            "scalar": not isinstance(argument.value, np.ndarray),
            "output": argument.is_output,
            "empty": argument.is_output and not argument.holds_input,
        }
        for position, argument in enumerate(arguments)
    ]
    data: dict[str, Plain] = {
        "source": compiled.source,
        "entry": compiled.entry,
        "arch": compiled.arch,
        "grid": list(launch.grid),
        "block": list(launch.block),
        "shared_bytes": launch.shared_bytes,
        "steps": limits.steps,
        "seconds": limits.seconds * _TOLD,
        "coverage": launch.coverage,
        "record": list(launch.record),
        "checked": launch.checked,
        "turns": launch.turns,
        "carried": [list(pair) for pair in launch.carried],
        "arguments": listed,
    }
    return Frame("run", data, {f"argument{i}": np.asarray(argument.value) for i, argument in enumerate(arguments)})


def result_bytes(arguments: Sequence[Argument], launch: Launch) -> int:
    """How large all frames of a result can be."""
    outputs = [np.asarray(argument.value) for argument in arguments if argument.is_output]
    recording = RECORDING + 1024 if launch.record else 0
    return (
        _HEADER
        + recording
        + sum(output.nbytes + (_COUNT.itemsize * output.size if launch.coverage else 0) for output in outputs)
    )


TIME_LIMIT = RunResult("time_limit", findings=(Finding(Kind.TIMEOUT, Severity.ERROR, None, "timeout.simt"),), late=True)
MEMORY_LIMIT = RunResult("memory_limit", findings=(Finding(Kind.MEMORY, Severity.ERROR, None, "memory.simt"),))


def result(frames: Sequence[Frame], source: str, arguments: Sequence[Argument], launch: Launch) -> RunResult:
    """Raises FrameError where the frame is not what was asked for: no learner code ran there, so that is ours."""
    if len(frames) != 1 or frames[0].kind != "result":
        raise FrameError("the interpreter answers with one result")
    frame = frames[0]
    findings = findings_from(frame.data.get("findings"), source, frozenset(Kind))
    stdout = frame.data.get("stdout")
    if not isinstance(stdout, str):
        raise FrameError("what a kernel prints is a text")
    errors = (finding.kind for finding in findings if finding.severity is Severity.ERROR)
    status: Status = next((_STATUS[kind] for kind in errors if kind in _STATUS), "ok")
    lines = _lines(frame.data.get("lines"))
    given = dict(frame.arrays)
    recorded = _recorded(given.pop(RECORDED, None)) if launch.record else None
    outputs, counts = _arrays(given, arguments, launch)
    idle = _idle_blocks(frame, launch)
    if status != "ok":
        late = frame.data.get("late") is True
        return RunResult(status, {}, findings, lines, stdout, recorded=recorded, late=late)
    return RunResult(status, outputs, findings, lines, stdout, counts, idle, recorded)


def _recorded(array: np.ndarray | None) -> Recorded | None:
    """None where the interpreter did not come to run."""
    if array is None:
        return None
    if array.dtype != np.uint8 or array.ndim != 1 or array.size > RECORDING:
        raise FrameError("a recording is a text, and not without end")
    try:
        data = json.loads(array.tobytes().decode())
    except (ValueError, RecursionError) as error:
        raise FrameError(f"a recording is no JSON: {error}") from None
    if not isinstance(data, dict) or not isinstance(data.get("plain"), dict) or not isinstance(data.get("text"), str):
        raise FrameError("a recording is a table and its text")
    return Recorded(data["plain"], data["text"])


def _arrays(given: dict[str, np.ndarray], arguments: Sequence[Argument], launch: Launch) -> tuple[Arrays, Arrays]:
    """The outputs, and where it was asked for their coverage: zeros for one that nobody wrote."""
    outputs, counts = {}, {}
    for argument in arguments:
        if argument.is_output and isinstance(argument.value, np.ndarray):
            name, shape = argument.name, argument.value.shape
            outputs[name] = _array(given.pop(name, None), name, argument.value.dtype, shape)
            if launch.coverage:
                none = np.zeros(shape, _COUNT)
                counts[name] = _array(given.pop(f"{_COVERAGE}{name}", none), name, _COUNT, shape)
    if given:
        raise FrameError("the interpreter returns every output and nothing else")
    return outputs, counts


def _array(array: np.ndarray | None, name: str, dtype: np.dtype, shape: tuple[int, ...]) -> np.ndarray:
    if array is None or array.dtype != dtype or array.shape != shape:
        raise FrameError(f"{name} came back as {'nothing' if array is None else f'{array.dtype}{array.shape}'}")
    return array


def _idle_blocks(frame: Frame, launch: Launch) -> int | None:
    idle = frame.data.get("idle_blocks")
    if idle is not None and (type(idle) is not int or not launch.coverage):
        raise FrameError("idle blocks are counted where coverage is asked for")
    return idle


def _lines(table: Plain) -> dict[int, LineProfile]:
    if not isinstance(table, dict):
        raise FrameError("line profiles are a table")
    return {_line(number): _profile(counts) for number, counts in table.items()}


def _line(number: str) -> int:
    if not _NUMBER.fullmatch(number):
        raise FrameError(f"{number!r} is no line")
    return int(number)


def _profile(counts: object) -> LineProfile:
    if not isinstance(counts, dict) or counts.keys() != _FIELDS:
        raise FrameError("a line's profile has other counts than ours")
    if not all(count is None or type(count) is int for count in counts.values()):
        raise FrameError("a line's profile is made of counts")
    return LineProfile(**counts)
