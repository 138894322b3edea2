import pytest

from app.course.models import Requirement
from app.findings import LineProfile
from app.grading.requirement import judge

# One warp of float32: contiguous asks for 128 bytes in 4 sectors; strided by 8 elements asks for 128 in 32.
CONTIGUOUS = LineProfile(1, 32, global_load_requests=1, global_load_sectors=4, global_load_bytes=128)
STRIDED = LineProfile(1, 32, global_store_requests=1, global_store_sectors=32, global_store_bytes=128)
BROADCAST = LineProfile(1, 32, global_load_requests=1, global_load_sectors=1, global_load_bytes=128)
CONFLICTING = LineProfile(1, 32, shared_requests=1, shared_wavefronts=32, shared_ideal=1)


@pytest.mark.parametrize(("lines", "got"), [({4: CONTIGUOUS}, 1.0), ({4: STRIDED}, 0.125), ({}, 1.0)])
def test_sector_efficiency_is_bytes_asked_for_over_bytes_moved(lines: dict[int, LineProfile], got: float) -> None:
    assert judge(Requirement("sector_efficiency", ">=", 0.9), lines).got == got


@pytest.mark.parametrize(("lines", "got"), [({3: BROADCAST}, 1.0), ({3: BROADCAST, 4: STRIDED}, 0.1515)])
def test_a_value_that_a_whole_warp_reads_is_no_more_than_moved(lines: dict[int, LineProfile], got: float) -> None:
    result = judge(Requirement("sector_efficiency", ">=", 0.16), lines)
    assert (result.got, result.lines) == (got, (4,) if 4 in lines else ())


def test_bytes_moved_are_those_of_all_sectors_and_the_line_that_moves_most_comes_first() -> None:
    result = judge(Requirement("bytes_moved", "<=", 1_000), {4: CONTIGUOUS, 5: STRIDED, 7: CONFLICTING})
    assert (result.ok, result.got, result.lines) == (False, 36 * 32, (5, 4))


def test_the_line_that_wastes_is_named() -> None:
    result = judge(Requirement("sector_efficiency", ">=", 0.9), {4: CONTIGUOUS, 5: STRIDED})
    assert (result.ok, result.lines, result.wanted) == (False, (5,), "sector_efficiency >= 0.9")


HALF = LineProfile(executions=4, active_lanes=64)


@pytest.mark.parametrize(
    ("lines", "got"), [({4: CONTIGUOUS}, 1.0), ({4: HALF}, 0.5), ({4: HALF, 5: HALF}, 0.5), ({}, 1.0)]
)
def test_lane_efficiency_is_lanes_at_work_over_places_in_warps(lines: dict[int, LineProfile], got: float) -> None:
    assert judge(Requirement("lane_efficiency", ">=", 0.4), lines).got == got


def test_the_line_with_most_idle_lanes_is_named_first() -> None:
    few, guard, many = LineProfile(1, 1), LineProfile(executions=9, active_lanes=287), LineProfile(40, 640)
    assert judge(Requirement("lane_efficiency", ">=", 0.95), {2: guard, 3: few, 4: CONTIGUOUS, 5: many}).lines == (5, 3)


def test_bank_conflicts_are_the_extra_wavefronts() -> None:
    result = judge(Requirement("bank_conflicts", "==", 0), {7: CONFLICTING})
    assert (result.ok, result.got, result.lines) == (False, 31, (7,))


def test_atomics_on_device_memory_are_added_up_and_their_lines_named() -> None:
    shared, merged = LineProfile(1, 32, atomics=900, global_atomics=0), LineProfile(1, 32, atomics=8, global_atomics=8)
    result = judge(Requirement("global_atomics", "<=", 4), {5: shared, 9: merged, 11: CONTIGUOUS})
    assert (result.ok, result.got, result.lines) == (False, 8, (9,))
    everywhere = judge(Requirement("atomics", "==", 0), {5: shared, 9: merged, 11: CONTIGUOUS})
    assert (everywhere.ok, everywhere.got, everywhere.lines) == (False, 908, (5, 9))


def test_a_met_requirement_names_no_line() -> None:
    assert judge(Requirement("bank_conflicts", "<=", 31), {7: CONFLICTING}).lines == ()


def test_an_unknown_requirement_is_an_error() -> None:
    with pytest.raises(KeyError):
        judge(Requirement("beauty", ">=", 1), {})


def test_the_costliest_line_comes_first() -> None:
    half = LineProfile(1, 32, global_load_requests=1, global_load_sectors=8, global_load_bytes=128)
    result = judge(Requirement("sector_efficiency", ">=", 0.9), {3: half, 4: CONTIGUOUS, 5: STRIDED, 6: half})
    assert result.lines == (5, 3, 6)


def test_idle_blocks_are_those_of_the_worst_case() -> None:
    result = judge(Requirement("idle_blocks", "==", 0), {4: STRIDED}, {"one": 0, "256": 3, "257": 1})
    assert (result.ok, result.got, result.case, result.lines) == (False, 3, "256", ())


def test_no_idle_block_is_right_and_names_no_case() -> None:
    result = judge(Requirement("idle_blocks", "==", 0), {}, {"one": 0, "256": 0})
    assert (result.ok, result.got, result.case) == (True, 0, "")
