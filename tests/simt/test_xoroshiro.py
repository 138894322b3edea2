"""Random numbers: bit for bit what numba's own functions give, which the processor runs as well."""

import numpy as np
import pytest

from app.grading.words import Words
from app.simt import Checks, launch
from app.simt.xoroshiro import STATE, states
from tests.simt.compiled import Reference

COUNT = 40
HEAD = """
from numba.cuda.random import (
    init_xoroshiro128p_state, init_xoroshiro128p_states_cpu, uint64_to_unit_float64, xoroshiro128p_dtype,
    xoroshiro128p_jump, xoroshiro128p_next, xoroshiro128p_normal_float32, xoroshiro128p_normal_float64,
    xoroshiro128p_uniform_float32, xoroshiro128p_uniform_float64,
)
"""
KINDS = ["uniform_float32", "uniform_float64", "normal_float32", "normal_float64"]
FIRST = [
    [0.03927229344844818, 0.7631504844059468, -1.0995506048202515, -0.9020896998842463],
    [0.9412365555763245, 0.13687238236790156, 0.8439269661903381, -0.14340684903745599],
    [0.9836598634719849, 0.8304090869079822, 0.7450027465820312, -0.439731273862198],
]  # of states(3, 42, 1), by numba on the processor
BODY = """
        out[0, i] = xoroshiro128p_uniform_float32(states, i)
        out[1, i] = xoroshiro128p_uniform_float64(states, i)
        out[2, i] = xoroshiro128p_normal_float32(states, i)
        out[3, i] = xoroshiro128p_normal_float64(states, index=i)
        xoroshiro128p_jump(states, i)
        out[4, i] = xoroshiro128p_next(states, i) >> 11
        if i % 3 == 0:
            init_xoroshiro128p_state(states, i, i - 5)
        out[5, i] = uint64_to_unit_float64(xoroshiro128p_next(states, i))
"""
DEVICE = f"""{HEAD}
from numba import cuda
@cuda.jit
def k(states, out):
    i = cuda.grid(1)
    if i < {COUNT}:{BODY}"""
HOST = f"""{HEAD}
def k(states, out):
    init_xoroshiro128p_states_cpu(states, 42, 3)
    for i in range({COUNT}):{BODY}"""


@pytest.fixture(scope="module")
def drawn():
    reference = Reference()
    yield reference(HOST, [np.zeros(COUNT, STATE)], (6, COUNT))
    reference.close()


@pytest.mark.slow  # half a minute of the compiler for the processor
def test_every_draw_is_numbas_own(drawn):
    out = np.zeros((6, COUNT))
    report = launch(DEVICE, "k", grid=2, block=32, args=[states(COUNT, 42, 3), out], checks=Checks.all())
    assert report.findings == []
    assert (out == drawn).all()


def test_the_first_draws_are_those_that_numba_gave():
    source = HEAD + "from numba import cuda\n@cuda.jit\ndef k(states, out):\n    i = cuda.grid(1)\n"
    for column, kind in enumerate(KINDS):
        source += f"    out[i, {column}] = xoroshiro128p_{kind}(states, i)\n"
    out = np.zeros((3, 4))
    report = launch(source, "k", grid=1, block=3, args=[states(3, 42, 1), out], checks=Checks.all())
    assert report.findings == []
    assert out.tolist() == FIRST


def test_states_may_be_negative_seeds_and_none_at_all():
    assert states(0, -1).shape == (0,)
    assert len(set(states(100, -1)["s0"].tolist())) == 100


SHARED = {
    "one for all": "    out[i] = xoroshiro128p_uniform_float64(states, 0)\n",
    "one for a place in the block": "    out[i] = xoroshiro128p_uniform_float64(states, cuda.threadIdx.x)\n",
    "two lines": """    if cuda.threadIdx.x == 0:
        out[i] = xoroshiro128p_next(states, 0)
    if cuda.threadIdx.x == 1:
        out[i] = xoroshiro128p_next(states, 0)
""",
}


@pytest.mark.parametrize("draws", SHARED.values(), ids=SHARED)
def test_threads_that_share_a_generator_are_told_to_have_one_each(draws):
    source = HEAD + f"from numba import cuda\n@cuda.jit\ndef k(states, out):\n    i = cuda.grid(1)\n{draws}"
    report = launch(source, "k", grid=2, block=32, args=[states(32, 7), np.zeros(64)], checks=Checks.all())
    assert {finding.message_key for finding in report.findings} == {"data_race.generator"}
    assert {finding.args["at"] for finding in report.findings} == {"states[0]"}
    assert all("atomic" not in "".join(Words().finding(finding)) for finding in report.findings)


def test_a_seed_that_all_threads_write_is_one_value():
    source = HEAD + "from numba import cuda\n@cuda.jit\ndef k(states):\n    init_xoroshiro128p_state(states, 0, 7)\n"
    report = launch(source, "k", grid=1, block=32, args=[states(1, 7)], checks=Checks.all())
    assert {finding.message_key for finding in report.findings} == {"data_race.same_value.one"}


def test_what_is_no_state_is_refused():
    source = HEAD + "from numba import cuda\n@cuda.jit\ndef k(a):\n    a[0] = xoroshiro128p_next(a, 0)\n"
    (found,) = launch(source, "k", grid=1, block=1, args=[np.zeros(4, np.uint64)], checks=Checks.none()).findings
    assert (found.kind, found.line) == ("unsupported", 10)
