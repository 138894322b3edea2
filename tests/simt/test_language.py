"""The language, feature by feature: correct kernels whose values NumPy knows, whatever the grouping of blocks."""

from pathlib import Path

import numpy as np
import pytest

from app.simt import Checks, Limits, launch
from tests.simt.case import cases

CASES = cases(Path(__file__).parent / "corpus")


@pytest.mark.parametrize("lanes", [1, 32_768], ids=["block_by_block", "all_together"])
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_feature_has_the_values_that_numpy_gives(case, lanes):
    arguments = case.arguments()
    wanted = case.wanted(arguments)
    report = launch(
        case.source,
        case.kernel,
        args=list(arguments.values()),
        checks=Checks(racecheck=False, initcheck=False),
        limits=Limits(lanes=lanes),
        **case.launch,
    )
    assert report.ok, report.findings
    for name, value in wanted.items():
        np.testing.assert_allclose(case.value(name, {**case.names, **arguments}), value, rtol=1e-6, err_msg=name)
