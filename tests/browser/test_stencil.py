"""The explorable of a tile and its halo is moved by keys, and counts as a walk over the cells does."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect


@pytest.fixture
def stencil(page: Page) -> Locator:
    page.goto("/lessons/13-stencils")
    explorable = page.locator("explorable-stencil")
    expect(explorable.locator("output")).not_to_be_empty()
    return explorable


def counted(wide: int, high: int, reach: int) -> tuple[int, int]:
    """Results, and cells beyond the block that a stencil without diagonals reads."""
    own = {(x, y) for x in range(wide) for y in range(high)}
    steps = [(d, 0) for d in range(-reach, reach + 1)] + [(0, d) for d in range(-reach, reach + 1)]
    read = {(x + dx, y + dy) for x, y in own for dx, dy in steps}
    return len(own), len(read - own)


def told(wide: int, high: int, reach: int) -> str:
    results, halo = counted(wide, high, reach)
    each = f"{(results + halo) / results + 1e-9:.2f}".rstrip("0").rstrip(".")
    return (
        f"{results:,} results need {results:,} cells and {halo} of halo: {each} reads for each result. "
        f"Without a tile it is {4 * reach + 1}."
    )


def test_a_halo_is_counted_as_a_walk_over_the_cells_does(stencil: Locator) -> None:
    expect(stencil.locator("output")).to_have_text(told(16, 16, 1))
    for wide, high, reach in ((32, 8, 1), (32, 8, 2), (4, 4, 4), (32, 32, 3)):
        stencil.get_by_label("Cells of the block in a row").fill(str(wide))
        stencil.get_by_label("Rows of the block").fill(str(high))
        stencil.get_by_label("on each side").fill(str(reach))
        expect(stencil.locator("output")).to_have_text(told(wide, high, reach))


@pytest.mark.slow
def test_a_halo_is_widened_by_keys(stencil: Locator, page: Page) -> None:
    stencil.get_by_label("on each side").focus()
    page.keyboard.press("ArrowRight")
    expect(stencil.locator("output")).to_have_text(told(16, 16, 2))
