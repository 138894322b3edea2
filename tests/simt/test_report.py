"""What a launch leaves behind: output, counts by line, the addresses of a warp."""

import numpy as np

from app.findings import Finding, Kind, Severity
from app.simt import Checks, Report, launch

SOURCE = """from numba import cuda, float32
@cuda.jit
def k(a, out):
    tile = cuda.shared.array(64, float32)
    i = cuda.grid(1)
    tile[cuda.threadIdx.x] = a[i * 2]
    cuda.syncthreads()
    out[i] = tile[0]
    if i < 2:
        print("lane", i, out[i])
"""


def run(checks):
    a = np.arange(256, dtype=np.float32)
    return launch(SOURCE, "k", grid=2, block=64, args=[a, np.zeros(128, np.float32)], checks=checks)


def test_print_writes_a_line_for_each_lane_in_order():
    assert run(Checks.none()).stdout == "lane 0 0.000000\nlane 1 0.000000\n"


def test_a_warp_s_addresses_are_kept_for_every_access_of_a_line():
    load, store = run(Checks.all()).accesses(6, 3)
    assert (load.array, load.space, load.op, load.lanes) == ("a", "global", "load", tuple(range(32)))
    assert load.offsets == tuple(range(96 * 8, 128 * 8, 8))
    assert (store.array, store.space, store.offsets) == ("tile", "shared", tuple(range(128, 256, 4)))


def test_lines_count_what_their_memory_needs():
    line = run(Checks.all()).lines[6]
    assert (line.executions, line.active_lanes, line.global_load_requests, line.global_load_sectors) == (4, 128, 4, 32)
    assert line.global_store_requests is None


def test_without_the_profile_there_are_no_counts():
    report = run(Checks(profile=False))
    assert (report.lines, report.accesses(6, 0)) == ({}, [])


def test_only_an_error_makes_a_report_fail():
    warning = Finding(Kind.NEGATIVE_INDEX, Severity.WARNING, 1, "negative_index")
    error = Finding(Kind.DATA_RACE, Severity.ERROR, 1, "data_race")
    assert Report([warning], {}, "").ok
    assert not Report([warning, error], {}, "").ok
