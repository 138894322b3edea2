"""The explorable of lesson 5 says what the model of host programs says."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from app.devices.program import Call
from app.devices.program.calls import Action
from app.devices.program.timeline import Timeline
from app.grading.calls import overlap

BYTES, WORK_US = 4 << 20, 80.0


@pytest.fixture
def explorable(page: Page) -> Locator:
    page.goto("/lessons/05-memory-round-trip")
    found = page.locator("explorable-overlap")
    expect(found.locator("output")).not_to_be_empty()
    return found


def call(action: Action, span: tuple[float, float]) -> Call:
    return Call(action, 1, modelled_start_us=span[0], modelled_end_us=span[1])


def modelled(chunks: int, streams: int, *, pinned: bool) -> str:
    """The same loop, by the model."""
    time, calls = Timeline(), []
    for chunk in range(chunks):
        stream, nbytes = 1 + chunk % streams, BYTES // chunks
        inward = time.copied("copy_in", nbytes, stream, pinned=pinned)
        kernel = time.computed(0, int(100_000 * WORK_US / chunks), stream)
        outward = time.copied("copy_out", nbytes, stream, pinned=pinned)
        calls += [call("copy_in", inward), call("launch", kernel), call("copy_out", outward)]
    total = max(call.modelled_end_us for call in calls)
    return (
        f"{total:.0f} µs in all. For {100 * overlap(calls):.0f} % of the time that copies take, a kernel runs as well."
    )


def test_it_counts_as_the_model_does(explorable: Locator) -> None:
    for pinned in (False, True):
        explorable.get_by_label("pinned memory").set_checked(pinned)
        for chunks, streams in ((1, 1), (4, 1), (4, 2), (8, 4)):
            explorable.get_by_label("Chunks").fill(str(chunks))
            explorable.get_by_label("Streams").fill(str(streams))
            expect(explorable.locator("output")).to_have_text(modelled(chunks, streams, pinned=pinned))


def test_it_is_moved_by_keys_and_announced(explorable: Locator, page: Page) -> None:
    explorable.get_by_label("Chunks").focus()
    page.keyboard.press("ArrowRight")
    expect(explorable.locator("output")).to_have_text(modelled(2, 1, pinned=False))
    expect(explorable.locator("output")).to_have_attribute("aria-live", "polite")
