"""Recordings of every kernel of the corpora: nothing is changed by recording, and the arrays' last values are told."""

import json
import math
from pathlib import Path

import numpy as np
import pytest

from app.findings import Kind
from app.simt import Checks, Limits, launch
from app.simt.record import written
from app.simt.record.packing import unpacked, values
from tests.simt.case import cases

HERE = Path(__file__).parent
CASES = [case for folder in ("corpus", "corpus_correct", "corpus_wrong") for case in cases(HERE / folder)]
FEW = CASES[5::24]


def run(case, record=()):
    arguments = case.arguments()
    limits = Limits(steps=case.about.get("steps", 20_000))
    given = list(arguments.values())
    return arguments, launch(
        case.source, case.kernel, args=given, checks=Checks.none(), limits=limits, record=record, **case.launch
    )


def last_values(recording):
    """By array and element, where the steps changed numbers of global memory."""
    last = {}
    for cells in (cells for step in recording.steps for cells in step.cells):
        array = recording.arrays[cells.array]
        if array.space == "global" and not cells.field:
            told = zip(unpacked(cells.at, cells.count), unpacked(cells.now, cells.count), strict=True)
            last |= {(array.name, at): now for at, now in told}
    return last


@pytest.mark.parametrize(
    "case", [pytest.param(case, marks=[] if case in FEW else pytest.mark.slow, id=case.name) for case in CASES]
)
def test_a_recording_changes_nothing_and_tells_what_is_left(case):
    plain, unwatched = run(case)
    arguments, report = run(case, record=(0,))
    assert report.findings == unwatched.findings
    if report.recording is None:
        assert report.findings[0].kind is Kind.LAUNCH_CONFIG  # refused before it began
        return
    for name, value in plain.items():
        np.testing.assert_array_equal(arguments[name], value, err_msg=name)
    assert report.recording.steps
    assert json.dumps(report.recording.to_plain(), allow_nan=False)
    assert written(report.recording, case.source)
    whole = math.prod(case.launch["grid"]) == 1 and not report.recording.cut
    for (name, at), now in last_values(report.recording).items() if whole else ():
        array = arguments.get(name)
        if isinstance(array, np.ndarray) and array.flags.c_contiguous and array.dtype.names is None:
            assert values(array.reshape(-1)[at : at + 1]) == [now], (name, at)
