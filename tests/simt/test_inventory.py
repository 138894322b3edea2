"""docs/interpreter-language.md says what runs, what does not, and what numba refuses: each row is held against both."""

import numpy as np
import pytest

from app.protocol.compiled import CompileError
from app.simt import Checks, launch
from app.toolchain import Parameter, to_ptx
from tests.simt.inventory import KERNELS, arguments, kernels, rows

ROWS = rows()
BY_NAME = {f"{row.section}-{row.name}": row for row in ROWS}
EACH = pytest.mark.parametrize("row", BY_NAME.values(), ids=BY_NAME)
SOME = dict(list(BY_NAME.items())[::30])


def test_the_table_has_a_row_for_every_kernel_and_a_kernel_for_every_row():
    listed = [(row.section, row.name) for row in ROWS]
    kept = [(path.stem, name) for path in sorted(KERNELS.glob("*.py")) for name in kernels(path.stem)]
    assert sorted(listed) == sorted(kept)


def test_what_runs_has_values_to_be_held_against():
    assert all(kernels(row.section)[row.name].values for row in ROWS if row.here == "runs")


@EACH
def test_the_interpreter_does_with_a_kernel_what_the_table_says(row):
    kernel, given = kernels(row.section)[row.name], arguments()
    args = [given[name] for name in kernel.parameters]
    report = launch(kernel.source, kernel.name, grid=1, block=32, args=args, shared_bytes=512, checks=Checks.none())
    errors = [finding for finding in report.findings if finding.severity == "error"]
    if row.here == "runs":
        assert errors == []
        np.testing.assert_allclose(given["out"], kernel.wanted(arguments()), rtol=1e-6)
    else:
        assert [finding.kind for finding in errors] == ["unsupported"]
        assert errors[0].line is not None


def compiles(row):
    kernel, given = kernels(row.section)[row.name], arguments()
    parameters = tuple(Parameter.as_it_lies(name, given[name]) for name in kernel.parameters)
    try:
        return bool(to_ptx(kernel.source, kernel.name, parameters, arch="sm_90").text)
    except CompileError:
        return False


@pytest.mark.parametrize("row", SOME.values(), ids=SOME)
def test_numba_does_with_some_kernels_what_the_table_says(row):
    assert compiles(row) is (row.numba == "compiles")


@pytest.mark.slow
@EACH
def test_numba_does_with_a_kernel_what_the_table_says(row):
    assert compiles(row) is (row.numba == "compiles")
