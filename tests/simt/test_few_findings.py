"""One fault on many threads, blocks and rounds is one finding with a count."""

import numpy as np
import pytest

from app.simt import launch

HEAD = """from numba import cuda, int32


@cuda.jit
def kernel(a, out):
    s = cuda.shared.array(64, int32)
    t = cuda.threadIdx.x
    i = cuda.grid(1)
"""
FAULTS = {
    "    s[t] = a[i]\n    out[i] = s[63 - t]\n": [("data_race.write_read", 10, 9, 64_000)],
    "    for k in range(5):\n        s[t] = k\n        out[i] = s[63 - t]\n": [
        ("data_race.write_read", 11, 10, 64_000)
    ],
    "    out[0] += a[i]\n": [("data_race.update", 9, 9, 64_000)],
    "    out[t] = i\n": [("data_race.write_write.blocks", 9, 9, 64_000)],
    "    out[0] = 1\n": [("data_race.same_value.one", 9, 9, 64_000)],
    "    out[i + 100] = a[i + 100]\n": [("out_of_bounds.both", 9, None, 100)],
    "    if t % 2:\n        s[t] = 1\n    cuda.syncthreads()\n    out[i] = s[t]\n": [
        ("uninitialized_read.shared", 12, None, 32_000)
    ],
    "    if t < 32:\n        cuda.syncthreads()\n    out[i] = t\n": [("barrier_divergence.missing", 10, None, 32_000)],
}


@pytest.mark.parametrize("body", FAULTS)
def test_a_thousand_blocks_with_one_fault_are_one_finding(body):
    a, out = np.zeros(64_000, np.int32), np.zeros(64_000, np.int32)
    report = launch(HEAD + body, "kernel", grid=1_000, block=64, args=[a, out])
    found = [(f.message_key, f.line, f.other and f.other.line, f.count) for f in report.findings]
    assert found == FAULTS[body]


def test_what_every_thread_publishes_does_not_hide_the_first_races():
    told = "    out[i] = i\n    cuda.threadfence()\n    k = cuda.atomic.add(a, 0, 1)\n"
    body = told + "    out[i] = out[(7 * i) % out.size] + k\n"
    a, out = np.zeros(1, np.int32), np.zeros(64_000, np.int32)
    report = launch(HEAD + body, "kernel", grid=1_000, block=64, args=[a, out])
    assert {(found.kind.value, found.line) for found in report.findings} == {("data_race", 12)}
