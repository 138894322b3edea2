"""The explorable of lesson 17 draws the times that it says, and sums them up rightly: computed anew in Python."""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

COUNTS, PERCENTS = (1, 2, 5, 10, 20, 50, 100, 200), (0, 1, 2, 5, 10)
MEASUREMENTS, SEED, MASK = 200, 17, 0xFFFFFFFF


def uniform() -> Iterator[float]:
    """mulberry32."""
    state = SEED
    while True:
        state = (state + 0x6D2B79F5) & MASK
        mixed = (state ^ (state >> 15)) * (1 | state) & MASK
        mixed = ((mixed + ((mixed ^ (mixed >> 7)) * (61 | mixed) & MASK)) & MASK) ^ mixed
        yield (mixed ^ (mixed >> 14)) / 2**32


def launch(random: Iterator[float], percent: int) -> float:
    time = 10 - 0.5 * math.log(1 - next(random))
    hit = next(random) < percent / 100
    delay = 10 + 40 * next(random)
    return time + delay if hit else time


def measured(count: int, percent: int) -> tuple[list[float], list[float]]:
    """The medians and the means of all measurements, in ascending order."""
    random = uniform()
    all_times = [[launch(random, percent) for _ in range(count)] for _ in range(MEASUREMENTS)]
    return sorted(map(statistics.median, all_times)), sorted(map(statistics.fmean, all_times))


def sentence(count: int, percent: int) -> str:
    ends = [f"{values[at]:.2f}" for values in measured(count, percent) for at in (10, 189)]
    return (
        f"Of 200 measurements, nine tenths of the medians lie between {ends[0]} and {ends[1]} µs, "
        f"nine tenths of the means between {ends[2]} and {ends[3]} µs."
    )


def test_the_generator_gives_even_numbers_and_the_text_is_right_about_four_times_as_many() -> None:
    random = uniform()
    assert statistics.fmean(next(random) for _ in range(20_000)) == pytest.approx(0.5, abs=0.01)
    wide, narrow = (measured(count, 0)[0] for count in (50, 200))
    assert (wide[189] - wide[10]) / (narrow[189] - narrow[10]) == pytest.approx(2, rel=0.25)


@pytest.fixture
def explorable(page: Page) -> Locator:
    page.goto("/lessons/17-measuring-honestly")
    found = page.locator("explorable-spread")
    expect(found.locator("output")).not_to_be_empty()
    return found


@pytest.mark.slow
def test_it_says_what_its_generator_gives(explorable: Locator) -> None:
    expect(explorable.locator("output")).to_have_text(sentence(10, 2))
    for count, percent in ((0, 0), (4, 0), (7, 4), (2, 3)):
        explorable.get_by_label("Repeats").fill(str(count))
        explorable.get_by_label("disturbed").fill(str(percent))
        expect(explorable.locator("output")).to_have_text(sentence(COUNTS[count], PERCENTS[percent]))


@pytest.mark.slow
def test_it_is_moved_by_keys_and_announced(explorable: Locator, page: Page) -> None:
    explorable.get_by_label("Repeats").focus()
    page.keyboard.press("ArrowRight")
    expect(explorable.locator("output")).to_have_text(sentence(20, 2))
    expect(explorable.locator("output")).to_have_attribute("aria-live", "polite")
