"""What the checks and counts see of records: single fields, at their own bytes, by their own names."""

import numpy as np
import pytest

from app.simt import Checks, launch

POINT = np.dtype([("x", "f4"), ("n", "u1"), ("v", "f8"), ("d", "f4", 3)], align=True)
PACKED = np.dtype([("c", "u1"), ("x", "f8")])
HEAD = """import numpy as np
from numba import cuda
POINT = np.dtype([("x", "f4"), ("n", "u1"), ("v", "f8"), ("d", "f4", 3)], align=True)
@cuda.jit
def k(a, b, out):
    i = cuda.grid(1)
"""


def points(count=32, dtype=POINT):
    return np.zeros(count, dtype)


def run(body, a=None, b=None, **options):
    source = HEAD + "".join(f"    {line}\n" for line in body.split("\n"))
    args = [points() if a is None else a, points() if b is None else b, np.zeros(32)]
    return launch(source, "k", grid=1, block=32, args=args, **options)


@pytest.mark.parametrize(
    ("body", "at"),
    [
        ("a[0].x = i", "a[0].x"),
        ("a['v'][3] = i", "a[3].v"),
        ("r = a[2]\nr.d[1] = i", "a[2].d[1]"),
        ("a[1] = b[i]\na[1].v = i", "a[1].v"),
    ],
)
def test_a_race_names_the_field(body, at):
    races = {f.args["at"] for f in run(body).findings if f.severity == "error"}
    assert races == {at}


def test_fields_of_one_record_do_not_race():
    assert run("if i < 2:\n    if i == 0:\n        a[5].x = 1\n    else:\n        a[5].n = 2").findings == []


def test_padding_is_never_unset():
    body = "t = cuda.shared.array(32, POINT)\nt[i].x = t[i].n = t[i].v = 1\nt[i].d[:] = 2\na[i] = t[i]"
    assert run(body).findings == []


def test_an_unset_field_is_named():
    (found,) = run("t = cuda.local.array(2, POINT)\nt[1].x = 1\nout[i] = t[1].v").findings
    assert (found.message_key, found.args["at"], found.line) == ("uninitialized_read.local", "t[1].v", 9)


def test_a_subscript_within_a_record_misses_the_field_that_is_an_array():
    (found,) = run("out[i] = a[i].d[i]").findings
    assert (found.args["array"], found.args["size"], found.count) == ("a.d", 3, 29)


@pytest.mark.parametrize(("op", "body"), [("read", "out[i] = a[i + 1].x"), ("write", "a[i + 1].x = 1")])
def test_a_missed_record_is_told_by_what_was_done_with_its_field(op, body):
    (found,) = run(body).findings
    assert (found.message_key, found.args["index"], found.line) == (f"out_of_bounds.{op}", 32, 7)


def test_a_reference_to_a_record_outside_is_no_access():
    assert run("r = a[i + 1]\nif i < 31:\n    out[i] = r.x").findings == []


def test_an_aligned_field_is_one_access_and_its_stride_the_records():
    line = run("out[i] = a[i].v").lines[7]
    assert (line.global_load_requests, line.global_load_bytes, line.global_load_sectors) == (1, 256, 32)


def test_a_packed_field_and_a_whole_record_go_byte_by_byte():
    line = run("out[i] = a['x'][i]", points(dtype=PACKED)).lines[7]
    assert (line.global_load_requests, line.global_load_bytes) == (8, 256)
    copied = run("a[i] = b[i]", points(dtype=PACKED), points(dtype=PACKED)).lines[7]
    assert (copied.global_load_requests, copied.global_store_requests) == (9, 9)


def test_lanes_may_hold_references_into_one_array_and_not_into_two():
    a = points()
    assert run("r = a[0]\nif i > 3:\n    r = a[i - 3]\nr.x += 0", a).findings
    (found,) = run("r = a[i]\nif i > 3:\n    r = b[i]\nr.x = 1").findings
    assert found.message_key == "unsupported.array_choice"


def test_a_record_argument_is_memory_that_all_threads_share():
    one = points()[0]
    report = run("if i == 0:\n    a.x = 7", a=one)
    assert (report.findings, one["x"]) == ([], 7)


def test_a_field_that_its_record_leaves_unaligned_is_refused_as_numba_does():
    (found,) = run("out[i] = a[i].x", points(dtype=PACKED)).findings
    assert (found.message_key, found.line) == ("unsupported.misaligned", 7)


def test_a_record_is_covered_as_often_as_its_busiest_field():
    covered = run("if i < 8:\n    a[i].x = a[i].v = i\n    a[2 * i].n = 1", checks=Checks(coverage=True)).coverage["a"]
    assert covered.tolist() == [1] * 8 + [1, 0] * 3 + [1] + [0] * 17


@pytest.mark.parametrize(("made", "read"), [("a[i]", "r.x"), ("a.x", "r[0]"), ("(i, a[i])", "r[1].x")])
def test_a_place_that_no_path_has_set_is_told_and_followed_no_further(made, read):
    first, second = run(f"if i > 40:\n    r = {made}\nout[i] = {read}").findings
    assert (first.message_key, first.line) == ("uninitialized_read.variable", 9)
    assert (second.message_key, second.line) == ("unsupported.unset", 9)


def test_a_copy_of_a_record_that_is_set_in_part_accuses_nobody():
    body = "t = cuda.shared.array(32, POINT)\nt[i].x = 1\na[i] = t[i]\na[i].v = 2"
    assert run(body).findings == []


@pytest.mark.parametrize("place", ["i", "0"])
def test_a_copy_of_a_record_that_nobody_has_set_is_told_once(place):
    body = f"t = cuda.shared.array(32, POINT)\na[i] = t[{place}]\nout[i] = t[1].v"
    found = [f for f in run(body).findings if f.kind == "uninitialized_read"]
    assert [(f.line, f.args["at"], f.count) for f in found] == [(8, "t[0].x", 32), (9, "t[1].v", 32)]
