"""The chain: what it says that kernels move, separate and fused, is what the interpreter counts for such kernels."""

from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Locator, Page, expect

from app.simt import launch

LESSON = "/lessons/09-pytorch-and-your-kernel"
ELEMENTS = 65_536


@pytest.fixture
def fusion(page: Page) -> Locator:
    page.goto(LESSON)
    explorable = page.locator("explorable-fusion")
    expect(explorable.locator("output")).not_to_be_empty()
    return explorable


def counted(inputs: list[str]) -> int:
    """The bytes that one kernel moves that adds up its inputs."""
    total = " + ".join(f"{name}[i]" for name in inputs)
    head = f"from numba import cuda\n@cuda.jit\ndef chain({', '.join(inputs)}, result):\n    i = cuda.grid(1)\n"
    arrays = [np.ones(ELEMENTS, np.float32) for _ in (*inputs, "result")]
    report = launch(f"{head}    result[i] = {total}\n", "chain", grid=(ELEMENTS // 256,), block=(256,), args=arrays)
    lines = report.lines.values()
    return 32 * sum((line.global_load_sectors or 0) + (line.global_store_sectors or 0) for line in lines)


def separate(operations: int, second: bool) -> int:
    steps = pairwise(["x", *[f"t{at}" for at in range(1, operations)], "out"])
    return sum(counted([reads, "b"] if second else [reads]) for reads, _ in steps)


def fused(operations: int, second: bool) -> int:
    return counted(["x", *[f"b{at}" for at in range(operations * second)]])


def test_three_operations_move_as_many_bytes_as_the_interpreter_counts(fusion: Locator) -> None:
    fusion.get_by_role("combobox").select_option(str(ELEMENTS))
    result = fusion.locator("output")
    expect(result).to_contain_text(f"Separate: 3 launches, {separate(3, False):,} bytes")
    expect(result).to_contain_text(f"Fused: 1 launch, {fused(3, False):,} bytes")
    expect(result).to_contain_text("Separate is 3 times as much.")


@pytest.mark.slow
@pytest.mark.parametrize(("operations", "second"), [(2, True), (5, False), (6, True)])
def test_longer_chains_and_second_arrays_are_counted_too(fusion: Locator, operations: int, second: bool) -> None:
    fusion.get_by_role("combobox").select_option(str(ELEMENTS))
    fusion.get_by_role("slider").fill(str(operations))
    fusion.get_by_role("checkbox").set_checked(second)
    apart, together = separate(operations, second), fused(operations, second)
    expect(fusion.locator("output")).to_contain_text(f"{operations} launches, {apart:,} bytes")
    expect(fusion.locator("output")).to_contain_text(f"1 launch, {together:,} bytes")
    arrows = (apart + together) // (4 * ELEMENTS)
    expect(fusion.locator(".fig-arrow-accent")).to_have_count(arrows)


@pytest.mark.slow
def test_with_one_operation_there_is_nothing_to_fuse(fusion: Locator, page: Page) -> None:
    fusion.get_by_role("slider").focus()
    page.keyboard.press("Home")
    expect(fusion.locator("output")).to_have_text(
        "One operation is one launch either way: 134,217,728 bytes, 28 µs at least."
    )


@pytest.mark.slow
def test_the_chain_fits_a_small_phone_and_stands_as_a_picture_without_scripts(visit: Any) -> None:
    page = visit.page(viewport={"width": 320, "height": 800}, has_touch=True, is_mobile=True)
    page.goto(LESSON)
    box = page.locator("explorable-fusion .explorable-lab").bounding_box()
    assert box is not None
    assert box["x"] + box["width"] <= 320
    bare = visit.page(java_script_enabled=False)
    bare.goto(LESSON)
    expect(bare.locator("explorable-fusion figure > svg[role='img']")).to_be_visible()
