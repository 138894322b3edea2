"""Host programs without a wall, as authors run them: the same report, and the same limits."""

import numpy as np
import pytest

from app.devices import run_program
from app.devices.program import ProgramLimits, ProgramReport

HEAD = """\
import numpy as np
from numba import cuda


@cuda.jit
def double(a):
    i = cuda.grid(1)
    if i < a.size:
        a[i] *= 2


"""


def preview(body: str, limits: ProgramLimits | None = None) -> ProgramReport:
    return run_program(f"{HEAD}def main(a):\n    {body}\n", "main", [np.arange(5.0)], device="preview", limits=limits)


def test_the_report_is_that_of_the_wall() -> None:
    report = preview("print('twice'); double[1, 8](a); return a")
    assert (report.status, report.stdout) == ("ok", "twice\n")
    np.testing.assert_array_equal(report.result, 2 * np.arange(5.0))
    assert [call.action for call in report.calls] == ["alloc", "copy_in", "launch", "copy_out", "free"]


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ("double(a)", "launch_error"),
        ("np.ones(10**10)", "memory_limit"),
        ("import time; time.sleep(60)", "time_limit"),
        pytest.param("import os; os._exit(0)", "runtime_error", marks=pytest.mark.slow),
        pytest.param("import os; os.write(1, b'garbage'); double(a)", "launch_error", marks=pytest.mark.slow),
        pytest.param("while True: print('x' * 10_000)", "output_limit", marks=pytest.mark.slow),
    ],
)
def test_each_end_has_its_status(body: str, status: str) -> None:
    assert preview(body, ProgramLimits(seconds=2.0)).status == status


def test_another_device_is_refused() -> None:
    with pytest.raises(ValueError, match="no device"):
        run_program("", "main", [], device="abacus")
