"""The sectors that lesson 6 and the beginning of lesson 7 count, counted by the interpreter."""

import numpy as np
import pytest

from app.simt import Report
from tests.course.lessons import shown

LENGTH = 2_048
SIDE = 256
(IN_ORDER,) = shown.kernels(6)["in_order"]
(EVERY_32ND,) = shown.kernels(6)["every_32nd"]
(TRANSPOSE,) = shown.kernels(6)["transpose"]
COPY = TRANSPOSE.replace("out[x, y]", "out[y, x]")


def per_request(report: Report) -> tuple[float, float]:
    """Sectors for each load and for each store."""
    lines = report.lines.values()
    loads = sum(line.global_load_sectors or 0 for line in lines) / sum(line.global_load_requests or 0 for line in lines)
    stores = sum(line.global_store_sectors or 0 for line in lines)
    return loads, stores / sum(line.global_store_requests or 0 for line in lines)


def copied(code: str, name: str) -> tuple[float, float]:
    a, out = shown.floats(LENGTH), np.zeros(LENGTH, np.float32)
    report = shown.run(code, name, LENGTH // 256, 256, a, out)
    assert report.findings == []
    assert np.array_equal(out, a)
    return per_request(report)


def on_a_plane(code: str, block: tuple[int, int]) -> tuple[float, float]:
    a, out = shown.floats(SIDE, SIDE), np.zeros((SIDE, SIDE), np.float32)
    return per_request(shown.run(code, "transpose", (SIDE // block[0], SIDE // block[1]), block, a, out))


def test_two_copies_take_4_and_32_sectors() -> None:
    assert copied(IN_ORDER, "in_order") == (4, 4)
    assert copied(EVERY_32ND, "every_32nd") == (32, 32)


@pytest.mark.parametrize(
    ("index", "sectors"),
    [
        ("i", 4),
        ("2 * i", 8),
        ("3 * i", 12),
        ("4 * i", 16),
        ("8 * i", 32),
        ("i // 2", 2),
        ("i + 1", 5),
        ("4 * i + 3", 16),
    ],
)
def test_a_load_takes_the_sectors_in_the_text(index: str, sectors: int) -> None:
    a, out = shown.floats(8 * LENGTH), np.zeros(LENGTH, np.float32)
    code = IN_ORDER.replace("a.size", "out.size").replace("a[i]", f"a[{index}]")
    assert per_request(shown.run(code, "in_order", LENGTH // 256, 256, a, out)) == (sectors, 4)


@pytest.mark.parametrize(
    ("block", "sectors"), [((32, 8), 4), ((16, 16), 4), ((8, 32), 4), ((4, 64), 8), ((2, 128), 16), ((1, 256), 32)]
)
def test_shapes_of_a_block_take_the_sectors_in_the_table(block: tuple[int, int], sectors: int) -> None:
    assert on_a_plane(COPY, block) == (sectors, sectors)


def test_a_transposition_scatters_its_stores() -> None:
    loads, stores = on_a_plane(TRANSPOSE, (32, 8))
    assert (loads, stores) == (4, 32)
    assert (loads + stores) * 1_024 * 1_024 / 32 == 1_179_648


@pytest.mark.parametrize(("block", "loads", "stores"), [((32, 8), 32, 4), ((8, 32), 8, 4)])
def test_a_transposition_that_gathers_scatters_its_loads(block: tuple[int, int], loads: int, stores: int) -> None:
    gather = TRANSPOSE.replace("out[x, y] = a[y, x]", "out[y, x] = a[x, y]")
    assert on_a_plane(gather, block) == (loads, stores)
