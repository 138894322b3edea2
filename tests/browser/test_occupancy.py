"""The calculator of lesson 4 comes to what the verdicts say, for every GPU that it knows."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from app.devices.occupancy import residency, warps_of

LESSON = "/lessons/04-warps-and-occupancy"
LABELS = {
    "registers": "registers",
    "shared_memory": "shared memory",
    "warps": "places for warps",
    "blocks": "places for blocks",
}
KERNELS = ((32, 16, 0), (64, 32, 8), (128, 40, 0), (256, 33, 25), (768, 32, 0), (1_024, 64, 1), (96, 255, 48))


@pytest.fixture
def explorable(page: Page) -> Locator:
    page.goto(LESSON)
    found = page.locator("explorable-occupancy")
    expect(found.locator("output")).not_to_be_empty()
    return found


def said(arch: str, threads: int, registers: int, kilobytes: int) -> str:
    found = residency(arch, threads, registers, kilobytes << 10)
    if not found.blocks:
        return "Not even one such block can start."
    percent = f"{(1_000 * found.warps * 2 + found.most_warps) // (2 * found.most_warps) / 10:g}"  # a half goes up
    return (
        f"{found.warps} of {found.most_warps} warps, {percent} %. "
        f"Blocks that fit: {found.blocks}, with {warps_of(threads)} warps each."
    )


def limits(arch: str, threads: int, registers: int, kilobytes: int) -> list[str]:
    found = residency(arch, threads, registers, kilobytes << 10)
    ends = {name: " This is what limits it." if name in found.limited_by else "" for name in LABELS}
    return [f"By {LABELS[name]}: {blocks} blocks.{ends[name]}" for name, blocks in found.fits.items()]


def check(explorable: Locator, gpu: str, kernel: tuple[int, int, int]) -> None:
    explorable.get_by_label("GPU").select_option(label=gpu)
    for label, value in zip(("Threads in a block", "Registers of a thread", "Shared memory"), kernel, strict=True):
        explorable.get_by_label(label).fill(str(value))
    arch = re.findall(r"sm_\d+", gpu)[0]
    expect(explorable.locator("output")).to_have_text(said(arch, *kernel))
    expect(explorable.locator("li")).to_have_text(limits(arch, *kernel))


def test_it_comes_to_what_the_verdicts_say(explorable: Locator) -> None:
    expect(explorable.locator("output")).to_have_text(said("sm_90", 64, 32, 8))
    expect(explorable.locator("svg .fig-lane-off")).to_have_count(14)
    check(explorable, "H200 (sm_90)", KERNELS[3])


@pytest.mark.slow
def test_it_does_for_every_gpu_that_it_knows(explorable: Locator) -> None:
    gpus = explorable.locator("option").all_inner_texts()
    assert len(gpus) == 7
    for gpu in gpus:
        for kernel in KERNELS:
            check(explorable, gpu, kernel)


@pytest.mark.slow
def test_it_is_moved_by_keys(explorable: Locator, page: Page) -> None:
    explorable.get_by_label("Threads in a block").focus()
    page.keyboard.press("ArrowRight")
    expect(explorable.locator("output")).to_have_text(said("sm_90", 96, 32, 8))


@pytest.mark.slow
def test_it_fits_a_small_phone_and_is_a_picture_without_scripts(visit: Any) -> None:
    page = visit.page(viewport={"width": 320, "height": 640})
    page.goto(LESSON)
    for name in ("occupancy", "divergence"):
        lab = page.locator(f"explorable-{name} .explorable-lab")
        expect(lab).to_be_visible()
        assert lab.evaluate("e => e.scrollWidth <= e.clientWidth && e.getBoundingClientRect().right <= innerWidth")
    bare = visit.page(java_script_enabled=False)
    bare.goto(LESSON)
    for name in ("occupancy", "divergence"):
        expect(bare.locator(f"explorable-{name} figure > svg[role='img']")).to_be_visible()
