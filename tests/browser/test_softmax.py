"""The online softmax: after every number it shows the sum that all numbers so far give relative to their highest."""

from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Locator, Page, expect

LESSON = "/lessons/10-softmax-and-layer-norm"
ROWS = {
    "mixed": [1, 3, 2, 5, 4, 5, 0, 6],
    "rising": [0, 1, 2, 3, 4, 5, 6, 7],
    "large": [1000, 1002, 999, 1001, 1004, 1003, 1000, 1002],
}


@pytest.fixture
def softmax(page: Page) -> Locator:
    page.goto(LESSON)
    explorable = page.locator("explorable-softmax")
    expect(explorable.locator("output")).not_to_be_empty()
    return explorable


def held(row: list[int]) -> str:
    """By NumPy, from the whole of the row and not step by step."""
    scores = np.array(row, np.float64)
    total = np.exp(scores - scores.max()).sum()
    return f"highest {max(row)}, total {round(float(total), 4):g}"


def test_each_step_holds_the_sum_relative_to_the_highest_so_far(softmax: Locator) -> None:
    softmax.get_by_role("combobox").select_option("large")
    step = softmax.get_by_role("button", name="Next number")
    step.focus()
    for count in range(1, 9):
        step.press("Enter")
        expect(softmax.locator("svg text").last).to_have_text(held(ROWS["large"][:count]))
    expect(step).to_have_attribute("aria-disabled", "true")
    scores = np.array(ROWS["large"], np.float64)
    share = float((np.exp(scores - scores.max()) / np.exp(scores - scores.max()).sum()).max())
    expect(softmax.locator("output")).to_contain_text(f"= {round(share, 4):g}.")


@pytest.mark.slow
@pytest.mark.parametrize("name", ["mixed", "rising"])
def test_other_rows_are_summed_as_well(softmax: Locator, name: str) -> None:
    softmax.get_by_role("combobox").select_option(name)
    for count in range(1, 9):
        softmax.get_by_role("button", name="Next number").click()
        expect(softmax.locator("svg text").last).to_have_text(held(ROWS[name][:count]))


@pytest.mark.slow
def test_a_new_highest_rescales_what_was_summed_and_can_be_taken_back(softmax: Locator) -> None:
    output = softmax.locator("output")
    expect(output).to_have_text(
        "5 is higher than 3. The total 1.5032 is multiplied by 0.1353 and 1 is added: it is 1.2034."
    )
    expect(softmax.locator(".softmax-was")).to_have_count(3)
    softmax.get_by_role("button", name="Back").press("Enter")
    expect(output).to_have_text("2 is not higher than 3. Its term, 0.3679, is added to 1.1353: the total is 1.5032.")
    softmax.get_by_role("button", name="Start again").press("Enter")
    expect(output).to_contain_text("Nothing has been read yet")


@pytest.mark.slow
def test_the_row_fits_a_small_phone_and_stands_as_a_picture_without_scripts(visit: Any) -> None:
    page = visit.page(viewport={"width": 320, "height": 800}, has_touch=True, is_mobile=True)
    page.goto(LESSON)
    box = page.locator("explorable-softmax .explorable-lab").bounding_box()
    assert box is not None
    assert box["x"] + box["width"] <= 320
    bare = visit.page(java_script_enabled=False)
    bare.goto(LESSON)
    expect(bare.locator("explorable-softmax figure > svg[role='img']")).to_be_visible()
