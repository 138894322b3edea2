"""The shared learner cases: values where a kernel is right, the finding on its line where it is not.

They lie beside the checkout and may be absent. Cases of host code are for other parts.
"""

from pathlib import Path

import numpy as np
import pytest

from app.simt import Limits, launch
from tests.simt.case import cases

FOLDER = Path(__file__).parents[3] / "shared" / "cases"
BEYOND = {"host_code"}
FAULTS = ("out_of_bounds", "data_race", "barrier_divergence", "uninitialized_read", "launch_config", "timeout")
CASES = [
    case
    for case in (cases(FOLDER) if FOLDER.is_dir() else [])
    if case.about["entry"] == "kernel" and not BEYOND & set(case.about["needs"])
]

pytestmark = pytest.mark.skipif(not FOLDER.is_dir(), reason="the shared cases are not beside this checkout")


def of(*kinds):
    chosen = [case for case in CASES if case.expected["kind"] in kinds]
    return pytest.mark.parametrize("case", chosen, ids=lambda case: case.name)


def run(case):
    arguments = case.arguments()
    before = {name: np.copy(value) for name, value in arguments.items()}
    limits = Limits(steps=5_000)
    report = launch(case.source, case.kernel, args=list(arguments.values()), limits=limits, **case.launch)
    return report, arguments, before


def compare(case, values, arguments, before):
    for name, expression in values.items():
        wanted = np.asarray(case.value(expression, {**case.names, **before}))
        rtol = case.expected.get("rtol", {"f4": 1e-6, "f8": 1e-12}.get(wanted.dtype.str[1:], 0))
        np.testing.assert_allclose(arguments[name], wanted, rtol=rtol, err_msg=name)


@of("ok")
def test_a_correct_kernel_gives_its_values_and_no_error(case):
    report, arguments, before = run(case)
    compare(case, case.expected["values"], arguments, before)
    assert report.ok, report.findings


@of("wrong_answer")
def test_a_typing_mistake_gives_the_device_s_wrong_answer(case):
    report, arguments, before = run(case)
    compare(case, case.expected["got"], arguments, before)
    assert report.ok, report.findings


@of(*FAULTS)
def test_a_fault_is_found_on_its_line(case):
    report, arguments, before = run(case)
    wanted = case.expected
    kinds = {wanted["kind"], *wanted.get("also_accept", ())}
    at = [found for found in report.findings if found.kind in kinds and found.line == wanted["line"]]
    assert at, report.findings
    assert wanted.get("severity", at[0].severity) == at[0].severity
    compare(case, wanted.get("values", {}), arguments, before)


@of(*FAULTS)
def test_a_fault_carries_the_details_that_the_case_names(case):
    report, _, _ = run(case)
    found = next(found for found in report.findings if found.line == case.expected["line"])
    detail = case.expected.get("detail", {})
    for key, have in {
        "first_bad_block": found.block,
        "first_bad_thread": found.thread,
        "bad_threads": found.count,
        "stuck_thread_example": found.thread,
        "requested": found.args.get("requested"),
        "max": found.args.get("max"),
    }.items():
        assert detail.get(key, have) == have, key


@of("typing_error")
def test_what_does_not_compile_is_never_a_wrong_answer(case):
    report, _, _ = run(case)
    (found,) = report.findings
    assert found.kind == "unsupported"
