"""The recorder: one block's steps forwards, backwards and by number, and where it stops."""

import json
from pathlib import Path

import numpy as np
import pytest

from app.findings import Kind
from app.simt import Checks, Limits, launch
from app.simt.record import written
from app.simt.record.packing import packed, unpacked, values

TEXTS = Path(__file__).parent / "recordings"  # a kernel, and how its recording reads
HEAD = "from numba import cuda, float32\n"
GUARD = f"""{HEAD}@cuda.jit
def k(out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = i * 2
"""
LEAVING = f"""{HEAD}@cuda.jit
def k(out):
    t = cuda.threadIdx.x
    total = 0
    for j in range(t):
        total += j
    while total > 2:
        total -= 2
    out[t] = total
"""
REVERSE = f"""{HEAD}@cuda.jit
def k(out):
    tile = cuda.shared.array(8, float32)
    t = cuda.threadIdx.x
    tile[t] = out[t]
    cuda.syncthreads()
    out[t] = tile[7 - t]
    cuda.syncthreads()
    tile[t] = t
"""
EARLY = f"""{HEAD}@cuda.jit
def k(out):
    t = cuda.threadIdx.x
    if t % 2:
        return
    out[t] = t
"""
CALLS = f"""{HEAD}@cuda.jit(device=True)
def fact(n):
    if n < 2:
        return 1
    return n * fact(n - 1)
@cuda.jit
def k(out):
    t = cuda.threadIdx.x
    n = fact(t % 2 + 2)
    out[t] = n
"""
RACE = f"""{HEAD}@cuda.jit
def k(out):
    s = cuda.shared.array(1, float32)
    t = cuda.threadIdx.x
    s[0] = t
    cuda.atomic.add(s, 0, 10)
    out[t] = s[0]
"""
LOCAL = f"""{HEAD}@cuda.jit
def k(out):
    mine = cuda.local.array(2, float32)
    t = cuda.threadIdx.x
    mine[t % 2] = t
    mine[1] += 5
    out[t] = mine[1]
"""
CHOICE = f"""{HEAD}@cuda.jit(device=True)
def low(x):
    return x
@cuda.jit(device=True)
def high(x):
    return -x
@cuda.jit
def k(out):
    i = cuda.grid(1)
    v = low(i) if i < 8 else high(i)
    out[i] = v
"""


def record(source, *, grid=1, block=8, size=8, block_index=(0,), dtype=np.float32, checks=None):
    out = np.arange(size).astype(dtype)
    return launch(
        source, "k", grid=grid, block=block, args=[out], checks=checks or Checks.none(), record=block_index
    ).recording


def at_line(recording, line, kind="line"):
    return [k for k, step in enumerate(recording.steps) if step.line == line and step.kind == kind]


def backwards(recording):
    """Undo every step by the format's rule alone, and yield the variables and private memory behind each one."""
    plain = json.loads(json.dumps(recording.to_plain(), allow_nan=False))
    steps, lanes = plain["steps"], int(np.prod(plain["threads"]))
    calls, cells = {}, {}
    for number in range(len(steps)):
        one = recording.steps[number]
        calls[one.call] = recording.variables(number)
    names = [array["name"] for array in plain["arrays"]]
    cells = {name: {} for name in names} | recording.shared(len(steps) - 1) | recording.local(len(steps) - 1)
    for number in reversed(range(len(steps))):
        step = steps[number]
        yield number, dict(calls[step["call"]]), {name: dict(held) for name, held in cells.items() if held}
        for change in step.get("changes", ()):
            before = [] if change["last"] is None else steps[change["last"]]["changes"]
            old = [unpacked(c["now"], lanes) for c in before if c["name"] == change["name"]]
            calls[step["call"]].pop(change["name"])
            if old:
                calls[step["call"]][change["name"]] = old[0]
        for part in step.get("cells", ()):
            held, at = cells[names[part["array"]]], unpacked(part["at"], part["count"])
            if plain["arrays"][part["array"]]["space"] == "global":
                continue
            if "lanes" in part:
                at = zip(unpacked(part["lanes"], part["count"]), at, strict=True)
            for key, was in zip(at, unpacked(part["was"], part["count"]), strict=True):
                held.pop(key) if was is None else held.update({key: was})


def test_nothing_is_recorded_unless_it_is_asked_for():
    assert launch(GUARD, "k", grid=1, block=8, args=[np.zeros(8)]).recording is None


def test_a_guard_leaves_the_lanes_behind_the_end_inactive():
    recording = record(GUARD, grid=2, size=13, block_index=(1,))
    (decision,), (store,) = at_line(recording, 5), at_line(recording, 6)
    assert recording.steps[decision].lanes == [(0, 8)]
    assert recording.steps[decision].taken == recording.steps[store].lanes == [(0, 5)]
    (access,) = recording.steps[store].accesses
    assert (access.op, unpacked(access.at, 5)) == ("store", [8, 9, 10, 11, 12])
    assert unpacked(access.values, 5) == [16.0, 18.0, 20.0, 22.0, 24.0]


def test_lanes_leave_a_loop_at_different_times_and_keep_their_values():
    recording = record(LEAVING)
    rounds = [recording.steps[k].lanes for k in at_line(recording, 7)]
    assert rounds == [[(first, 8 - first)] for first in range(1, 8)]
    last = at_line(recording, 7)[-1]
    assert recording.variables(last)["total"] == [0, 0, 1, 3, 6, 10, 15, 21]
    assert recording.variables(last)["j"] == [None, 0, 1, 2, 3, 4, 5, 6]
    assert [recording.steps[k].taken for k in at_line(recording, 8)][:2] == [[(3, 5)], [(4, 4)]]


def test_shared_memory_is_known_at_every_step():
    recording = record(REVERSE)
    first, again = at_line(recording, 6)[0], at_line(recording, 10)[0]
    assert recording.shared(first - 1) == {}
    assert recording.shared(first)["tile"] == {k: float(k) for k in range(8)}
    assert recording.steps[at_line(recording, 7)[0]].sync == "block"
    load, store = recording.steps[at_line(recording, 8)[0]].accesses
    assert (unpacked(load.at, 8), unpacked(store.at, 8)) == ([7, 6, 5, 4, 3, 2, 1, 0], list(range(8)))
    assert recording.steps[again].cells == ()  # it writes what was there


def test_local_memory_is_known_lane_by_lane():
    recording = record(LOCAL, block=4, size=4)
    first, second = at_line(recording, 6)[0], at_line(recording, 7)[0]
    assert recording.local(first) == {"mine": {(0, 0): 0.0, (1, 1): 1.0, (2, 0): 2.0, (3, 1): 3.0}}
    assert [recording.local(second)["mine"][t, 1] for t in range(4)] == [5.0, 6.0, 5.0, 8.0]


def test_a_load_shows_what_it_found_and_a_store_what_it_replaced():
    source = f"{HEAD}@cuda.jit\ndef k(out):\n    t = cuda.threadIdx.x\n    out[t] = out[7 - t] + 10\n"
    step = record(source).steps[-1]
    load, store = step.accesses
    assert unpacked(load.values, 8) == [float(7 - t) for t in range(8)]
    assert unpacked(store.values, 8) == unpacked(step.cells[0].now, 8) == [float(17 - t) for t in range(8)]
    assert unpacked(step.cells[0].was, 8) == [float(t) for t in range(8)]


def test_what_another_block_wrote_is_what_a_load_finds():
    source = (
        f"{HEAD}@cuda.jit\ndef k(out):\n    i = cuda.grid(1)\n    out[i] = i\n    out[i + 16] = out[(i + 8) % 16]\n"
    )
    load, _ = record(source, grid=2, size=32).steps[-1].accesses
    assert unpacked(load.values, 8) == [float(i) for i in range(8, 16)]


def test_records_are_told_field_by_field_and_by_place():
    source = f"{HEAD}@cuda.jit\ndef k(a):\n    t = cuda.threadIdx.x\n    p = a[t]\n    p.v[1] = t\n    p.n += 1\n"
    array = np.zeros(4, np.dtype([("n", "i4"), ("v", "f4", (2,))], align=True))
    recording = launch(source, "k", grid=1, block=4, args=[array], record=(0,)).recording
    assert recording.variables(2)["p"] == ["&a[0]", "&a[1]", "&a[2]", "&a[3]"]
    (store,), (load, _) = recording.steps[3].accesses, recording.steps[4].accesses
    assert (store.field, unpacked(store.at, 4), load.field) == (".v[1]", [0, 1, 2, 3], ".n")
    assert (recording.steps[3].cells[0].field, unpacked(recording.steps[3].cells[0].now, 3)) == (
        ".v[1]",
        [1.0, 2.0, 3.0],
    )


def test_tuples_and_views_are_variables_too():
    source = (
        f"from collections import namedtuple\n{HEAD}P = namedtuple('P', 'x y')\n@cuda.jit\ndef k(out):\n"
        "    t = cuda.threadIdx.x\n    q = (P(t, 2.5), (t, out[t:]))\n    out[t] = q[0].y\n"
    )
    recording = record(source, block=3)
    assert recording.variables(2) == {
        "t": [0, 1, 2], "q[0].x": [0, 1, 2], "q[0].y": [2.5] * 3, "q[1][0]": [0, 1, 2],
        "q[1][1]": ["&out[0]", "&out[1]", "&out[2]"],
    }  # fmt: skip


def test_lanes_that_returned_take_no_part():
    recording = record(EARLY)
    assert recording.steps[at_line(recording, 6)[0]].lanes == [(1, 1), (3, 1), (5, 1), (7, 1)]
    assert recording.steps[at_line(recording, 7)[0]].lanes == [(0, 1), (2, 1), (4, 1), (6, 1)]


def test_an_assertion_that_fails_is_one_step_and_one_execution():
    source = f"{HEAD}@cuda.jit\ndef k(out):\n    t = cuda.threadIdx.x\n    assert t < 3\n    out[t] = 1\n"
    report = launch(source, "k", grid=1, block=8, args=[np.zeros(8)], record=(0,))
    assert [(step.line, step.lanes, step.taken) for step in report.recording.steps[2:]] == [
        (5, [(0, 8)], [(0, 3)]),
        (6, [(0, 3)], None),
    ]
    assert (report.lines[5].executions, report.lines[5].active_lanes) == (1, 8)


def test_a_device_function_has_its_own_variables_at_its_own_depth():
    recording = record(CALLS, block=2, size=2)
    calls = at_line(recording, 3, "call")
    assert [recording.steps[k].depth for k in calls] == [1, 2, 3]
    assert [recording.variables(k)["n"] for k in calls] == [[2, 3], [1, 2], [None, 1]]
    back = at_line(recording, 10, "back")[-1]
    assert (recording.steps[back].depth, recording.variables(back)["n"]) == (0, [2, 6])


def test_a_function_that_only_other_blocks_call_takes_nothing_from_the_step():
    recording = record(CHOICE, grid=2, size=16)
    assert at_line(recording, 6, "call") == []
    back = at_line(recording, 11, "back")
    assert [recording.variables(k)["v"] for k in back] == [list(range(8))]


def test_a_race_shows_what_was_left_and_an_atomic_what_it_made():
    recording = record(RACE, checks=Checks.all())
    store, add = at_line(recording, 6)[0], at_line(recording, 7)[0]
    assert unpacked(recording.steps[store].accesses[0].values, 8) == [float(t) for t in range(8)]
    assert (recording.shared(store)["s"], recording.shared(add)["s"]) == ({0: 7.0}, {0: 87.0})


def test_a_partial_warp_in_a_block_of_two_dimensions_is_numbered_x_first():
    source = f"{HEAD}@cuda.jit\ndef k(out):\n    x, y = cuda.grid(2)\n    p = (x, y)\n    out[x + 14 * y] = p[1]\n"
    recording = record(source, grid=(2, 2), block=(7, 5), size=140, block_index=(1, 1))
    end = len(recording.steps) - 1
    assert (recording.threads, recording.steps[end].lanes) == ((7, 5, 1), [(0, 35)])
    assert recording.variables(end)["x"] == [7 + k % 7 for k in range(35)]
    assert recording.variables(end)["p[1]"] == [5 + k // 7 for k in range(35)]
    assert unpacked(recording.steps[end].accesses[0].at, 35) == [7 + k % 7 + 14 * (5 + k // 7) for k in range(35)]


def test_elements_are_counted_by_rows_whatever_the_order_in_memory():
    source = f"{HEAD}@cuda.jit\ndef k(a):\n    t = cuda.threadIdx.x\n    a[t, 1] = 0\n"
    array = np.asfortranarray(np.ones((4, 3)))
    recording = launch(source, "k", grid=1, block=4, args=[array], record=(0,)).recording
    assert unpacked(recording.steps[-1].accesses[0].at, 4) == [1, 4, 7, 10]


def test_an_index_outside_is_recorded_as_a_miss():
    recording = record(f"{HEAD}@cuda.jit\ndef k(out):\n    t = cuda.threadIdx.x\n    out[t + 4] = t\n")
    missed, stored = recording.steps[-1].accesses
    assert (missed.axis, missed.lanes, unpacked(missed.at, 4)) == (0, [(4, 4)], [8, 9, 10, 11])
    assert (stored.axis, stored.lanes) == (None, [(0, 4)])


@pytest.mark.parametrize("name", ["divergent_if", "shared_reduction", "loop_with_break"])
def test_the_text_of_a_whole_kernel(name):
    source = (TEXTS / f"{name}.py").read_text()
    recording = launch(source, "kernel", grid=1, block=8, args=[np.arange(8)], record=(0,)).recording
    assert written(recording, source) == (TEXTS / f"{name}.txt").read_text().rstrip("\n")


def test_what_was_run_before_changes_nothing():
    recorded = record(LEAVING, size=8).to_plain()
    launch(LEAVING, "k", grid=1, block=8, args=[np.zeros(8, np.float32)])
    assert record(LEAVING, size=8).to_plain() == recorded


def test_lanes_that_a_launch_would_pack_are_recorded_where_they_are():
    source = LEAVING.replace("threadIdx.x", "grid(1) % 16")
    small, large = record(source, grid=1, size=8), record(source, grid=1024, size=8192)
    assert small.to_plain()["steps"] == large.to_plain()["steps"]
    packed_run = np.zeros(8192, np.float32)
    launch(source, "k", grid=1024, block=8, args=[packed_run], checks=Checks.none())
    assert unpacked(small.steps[-1].accesses[0].values, 8) == packed_run[:8].tolist()


def test_a_condition_that_calls_a_function_is_told_behind_it():
    recording = record((TEXTS / "loop_with_break.py").read_text().replace("def kernel", "def k"))
    backs = [recording.steps[k].taken for k in at_line(recording, 13, "back")]
    assert backs == [[(0, 1)], [(1, 1)], [(2, 3)], [(5, 3)]]


def test_a_million_rounds_are_recorded_as_far_as_the_bound():
    loop = f"{HEAD}@cuda.jit\ndef k(out):\n    for j in range(1_000_000):\n        out[0] = j\n"
    limits = Limits(steps=5_000)
    report = launch(loop, "k", grid=1, block=1, args=[np.zeros(1)], checks=Checks.none(), limits=limits, record=(0,))
    assert (report.recording.cut, len(report.recording.steps)) == ("steps", 2000)
    assert written(report.recording, loop).endswith("cut here: a recording holds no more steps")
    assert [finding.kind for finding in report.findings] == [Kind.TIMEOUT]


@pytest.mark.parametrize("source", [GUARD, LEAVING, REVERSE, EARLY, CALLS, RACE, CHOICE, LOCAL])
def test_the_plain_form_can_be_played_backwards(source):
    recording = record(source)
    seen = list(backwards(recording))
    assert len(seen) == len(recording.steps)
    for number, variables, private in seen:
        assert variables == recording.variables(number)
        assert private == recording.shared(number) | recording.local(number)


def test_a_long_loop_is_cut_and_says_so():
    loop = f"{HEAD}@cuda.jit\ndef k(out):\n    for j in range(2000):\n        out[0] = j\n"
    recording = record(loop, block=1)
    assert (recording.cut, len(recording.steps)) == ("steps", 2000)
    assert written(recording, loop).endswith("cut here: a recording holds no more steps")


def test_a_large_block_is_cut_before_it_grows_large():
    loop = (
        f"{HEAD}@cuda.jit\ndef k(out):\n    t = cuda.threadIdx.x\n    x = 1.0\n"
        "    for j in range(900):\n        x += t * t * 0.37\n    out[t] = x\n"
    )
    recording = record(loop, block=1024, size=1024, dtype=np.float64)
    assert recording.cut == "values"
    assert 1 << 20 < len(json.dumps(recording.to_plain())) < 8 << 20


def test_a_loop_without_end_is_recorded_as_far_as_it_ran():
    loop = f"{HEAD}@cuda.jit\ndef k(out):\n    while out[0] < 9:\n        out[1] = 1\n"
    report = launch(loop, "k", grid=1, block=1, args=[np.zeros(2)], limits=Limits(steps=100), record=(0,))
    assert [finding.kind for finding in report.findings] == [Kind.TIMEOUT]
    assert (report.recording.cut, len(report.recording.steps)) == ("", 100)


@pytest.mark.parametrize("index", [(2,), (-1,), (0, 1), (3, 0)])
def test_a_block_that_is_not_there_leaves_no_steps(index):
    assert record(GUARD, grid=2, block_index=index).steps == ()


@pytest.mark.parametrize("checks", [Checks.none(), Checks.all()])
def test_recording_changes_neither_outputs_nor_findings(checks):
    plain, watched = np.ones(8, np.float32), np.ones(8, np.float32)
    off = launch(RACE, "k", grid=1, block=8, args=[plain], checks=checks)
    on = launch(RACE, "k", grid=1, block=8, args=[watched], checks=checks, record=(0,))
    assert (off.findings, off.lines) == (on.findings, on.lines)
    np.testing.assert_array_equal(plain, watched)


def test_a_zero_that_changes_its_sign_is_a_change():
    source = f"{HEAD}@cuda.jit\ndef k(out):\n    x = 0.0\n    x = -x\n    out[0] = x\n"
    last = record(source, block=1, size=1).steps[-2:]
    assert [repr(unpacked(step.now, 1)[0]) for step in (last[0].changes[0], last[1].cells[0])] == ["-0.0", "-0.0"]


def test_values_that_json_lacks_become_texts():
    given = np.array([np.nan, np.inf, -np.inf, 0.1], np.float32)
    assert values(given) == ["nan", "inf", "-inf", 0.1]
    assert values(np.array([2**63, 3], np.uint64)) == [str(2**63), 3]
    assert values(np.array([1 + 2j])) == ["(1+2j)"]


@pytest.mark.parametrize(
    "listed",
    [
        [1],
        [True, True],
        [1, 3, 5],
        [3, 2, 1],
        [1, True],
        [0.5, 1.0],
        [None, 1, 2],
        [1, 1.0],
        [0.5, 0.5, 0.1, 0.1],
        [0.5, 0.1, 0.5, 0.1],
        [7, 7, 8, 8, 7, 7, 8, 8],
        [1, 1, True, True],
        [0.0, 0.0, -0.0, -0.0],
    ],
)
def test_a_short_form_says_the_same(listed):
    form = packed(listed)
    assert [repr(v) for v in unpacked(form, len(listed))] == [repr(v) for v in listed]


def test_values_that_repeat_along_an_axis_of_the_block_are_short():
    assert packed([0.5, 0.5, 0.1, 0.1]) == {"each": 2, "of": [0.5, 0.1]}
    assert packed([0.5, 0.1] * 3) == {"cycle": 2, "of": [0.5, 0.1]}
    assert packed([16 * y + 3 for y in range(4) for _ in range(8)]) == {"each": 8, "of": {"from": 3, "step": 16}}


def test_the_text_shows_line_lanes_accesses_and_changes():
    text = written(record(REVERSE, block=8), REVERSE).split("\n")
    assert text[0] == "block (0, 0, 0) of 8 x 1 x 1 threads, 8 steps"
    assert text[1].split() == ["0", "3", "def", "k(out):", "call", "lanes", "0-7"]
    assert text[4].strip() == ". t = 0 1 2 3 4 5 6 7"
    assert text[8].strip() == ". tile[0 1 2 3 4 5 6 7]: - -> 0.0 1.0 2.0 3.0 4.0 5.0 6.0 7.0"
