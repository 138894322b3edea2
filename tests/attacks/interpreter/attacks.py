"""Attacks on the interpreter: each file is a learner's source, or makes one, and its docstring says what comes.

Launch: 64 blocks of 1024                   (else one block of 32)
Steps: 2000      Memory: 400 MiB            (else the product's own)
Gets: time_limit with timeout at line 11    (status, findings among those that come, the line of the first)
Stage: slow                                 (in the second stage of the tests)
"""

from __future__ import annotations

import ast
import re
import runpy
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from app.devices import Argument, Launch, RunLimits, RunResult
from app.devices.simt import SimtDevice
from app.protocol.compiled import Compiled

HERE = Path(__file__).parent
_GETS = re.compile(r"^Gets: (\w+)(?: with ([\w.]+(?:, [\w.]+)*))?(?: at line (\d+))?$", re.MULTILINE)


@dataclass(frozen=True)
class Attack:
    name: str
    source: str
    status: str
    keys: tuple[str, ...]
    line: int | None
    launch: Launch
    limits: RunLimits
    slow: bool


def attacks() -> list[Attack]:
    written = [(path, path.read_text()) for path in sorted(HERE.glob("sources/*.py"))]
    made = [(path, runpy.run_path(str(path))["SOURCE"]) for path in sorted(HERE.glob("made/*.py"))]
    return [_read(path, source) for path, source in written + made]


def _read(path: Path, source: str) -> Attack:
    said = ast.get_docstring(ast.parse(path.read_text())) or ""
    gets = _GETS.search(said)
    assert gets is not None, f"{path.name} does not say what it gets"
    blocks, threads = _numbers(said, r"Launch: (\d+) blocks of (\d+)") or (1, 32)
    steps = _numbers(said, r"Steps: (\d+)") or [RunLimits().steps]
    memory = _numbers(said, r"Memory: (\d+) MiB") or [RunLimits().bytes >> 20]
    keys = tuple(gets[2].split(", ")) if gets[2] else ()
    line = int(gets[3]) if gets[3] else None
    limits = RunLimits(steps=steps[0], bytes=memory[0] << 20)
    launch = Launch((blocks,), (threads,))
    return Attack(path.stem, source, gets[1], keys, line, launch, limits, "Stage: slow" in said)


def _numbers(said: str, pattern: str) -> list[int]:
    found = re.search(pattern, said)
    return [int(number) for number in found.groups()] if found else []


def tried(device: SimtDevice, attack: Attack, limits: RunLimits | None = None) -> RunResult:
    """What the interpreter's child answers. Raises InfrastructureError where it breaks."""
    arguments = [Argument("a", np.arange(32.0)), Argument("out", np.zeros(32), is_output=True)]
    compiled = Compiled(attack.source, "k", "k", "sm_90", "", b"", 1, 0, 0, 0)
    return device.run(compiled, attack.launch, arguments, limits or attack.limits)
