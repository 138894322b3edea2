"""One body, two devices: every correct kernel gives its answer on each, and both give the same.

GRIDSTRIDE_TEST_GPU picks the second device: `auto` where it is not set, a GPU if there is one; `require` fails without
one; `none` leaves it out. bench/results/conformance.json knows what an H200 printed, and the interpreter is held to it
everywhere.
"""

import json
import os
from pathlib import Path

import pytest

from tests.devices import conformance
from tests.devices.apart import Apart, ApartError

RESULTS = json.loads((Path(__file__).parents[2] / "bench" / "results" / "conformance.json").read_text())
ROWS = {name: row for group in ("correct", "made") for name, row in RESULTS[group].items()}
RIGHT, MADE = conformance.right(), conformance.made()
RECORDED = [kernel for kernel in (*RIGHT, *MADE) if ROWS.get(kernel.name, {}).get("key") == kernel.key]
SECONDS = 60


@pytest.fixture(scope="module")
def gpu():
    """Runs a case on a GPU, in a process that is made anew after a fault."""
    wanted = os.environ.get("GRIDSTRIDE_TEST_GPU", "auto")
    if wanted == "none":
        pytest.skip("GRIDSTRIDE_TEST_GPU is none")
    apart = Apart()
    try:
        apart(conformance.gpu_name, seconds=SECONDS)
    except ApartError as error:
        if wanted == "require":
            raise
        pytest.skip(f"no GPU here: {error}")
    yield lambda case: apart(conformance.on_gpu, case, seconds=SECONDS)[0]
    apart.close()


@pytest.fixture
def device(request):
    """Runs a case on the device of that name and gives its arrays."""
    return request.getfixturevalue("gpu") if request.param == "gpu" else on_simt


def on_simt(case):
    return conformance.on_simt(case, checked=False)[0]


def each(kernels):
    return pytest.mark.parametrize("kernel", kernels, ids=lambda kernel: kernel.name)


def quick(kernels):
    """A part for the first stage; the rest is slow."""
    return [one if k % 8 == 0 else pytest.param(one, marks=pytest.mark.slow) for k, one in enumerate(kernels)]


@pytest.mark.slow
@pytest.mark.parametrize("device", ["simt", "gpu"], indirect=True)
@each(RIGHT)
def test_a_kernel_gives_its_answer_on_every_device(device, kernel):
    assert conformance.answers(kernel.case, device(kernel.case))


@pytest.mark.slow
@each([*RIGHT, *MADE])
def test_both_devices_give_the_same(gpu, kernel):
    distances = conformance.apart(on_simt(kernel.case), gpu(kernel.case))
    assert max(distances.values(), default=0) <= conformance.allowed(kernel)


@each(quick([kernel for kernel in RECORDED if not ROWS[kernel.name].get("ulps", True)]))
def test_the_interpreter_prints_what_an_h200_printed(kernel):
    assert conformance.digests(on_simt(kernel.case)) == ROWS[kernel.name]["printed"]


@each(RECORDED)
def test_the_devices_were_no_further_apart_than_is_allowed(kernel):
    assert max(ROWS[kernel.name]["ulps"].values(), default=0) <= conformance.allowed(kernel)


def test_every_wrong_kernel_was_found_whatever_the_gpu_printed():
    missed = [name for name, row in RESULTS["wrong"].items() if not row["findings"]]
    assert missed == []
