"""A child that answers what it is told to, for tests of the parent's distrust. The entry names the lie."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from app.findings import Finding, Kind, LineProfile, Severity
from app.protocol.frames import Frame

PACKAGES = ("numpy",)
_RECORDINGS = {
    "recording": b'{"plain":{},"text":""}',
    "no_json": b"[",
    "no_table": b"[]",
    "half_a_character": b'{"plain":{},"text":"\xed\xa0\x80"}',
}


def warm() -> None:
    """Nothing to do."""


def handle(job: Frame, send: Callable[[Frame], None]) -> None:
    """Tell the lie."""
    lie = str(job.data["entry"])
    if lie == "breaks":
        raise RuntimeError("broken")
    if lie == "silent":
        return
    send(Frame("result", _data(lie), _arrays(lie)))


def _data(lie: str) -> dict:
    line = 99 if lie == "bad_line" else 1
    key = "timeout" if lie == "bad_key" else "data_race"
    finding = Finding(Kind.DATA_RACE, Severity.WARNING, line, key)
    counts = dict.fromkeys(LineProfile.__dataclass_fields__, 0)
    if lie == "bad_count":
        counts["executions"] = "many"
    idle = 1 if lie == "idle_blocks" else None
    return {"findings": [finding.to_plain()], "lines": {"1": counts}, "stdout": "", "idle_blocks": idle}


def _arrays(lie: str) -> dict[str, np.ndarray]:
    if lie == "missing":
        return {}
    shape = (5,) if lie == "wrong_shape" else (4,)
    arrays = {"out": np.zeros(shape, np.float32 if lie == "wrong_dtype" else np.float64)}
    if lie in _RECORDINGS:
        return arrays | {"the recording": np.frombuffer(_RECORDINGS[lie], np.uint8)}
    if lie == "coverage":
        return arrays | {"coverage of out": np.zeros(4, np.uint32)}
    return arrays | ({"more": np.zeros(1)} if lie == "extra" else {})
