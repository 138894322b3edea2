"""The explorable of lesson 14 computes the flow that the exercise's own reference computes."""

from __future__ import annotations

import re

import numpy as np
import pytest
from playwright.sync_api import Locator, Page, expect

from app.config import ROOT
from app.course.kernels import load_exercise

WIDTH, HEIGHT, CHORD, WIND, OMEGA = 128, 48, 32.0, 0.12, 1 / 0.55
WEIGHTS = np.array([16, 4, 4, 4, 4, 1, 1, 1, 1]) / 36
CX = np.array([0, 1, 0, -1, 0, 1, -1, -1, 1])
CY = np.array([0, 0, 1, 0, -1, 1, 1, -1, -1])


def wing(degrees: float) -> np.ndarray:
    x, y = np.meshgrid(np.arange(WIDTH) - 0.3 * WIDTH, np.arange(HEIGHT) - 0.5 * (HEIGHT - 1))
    turn = np.exp(1j * np.radians(degrees)) * (x + 1j * y) / CHORD
    along, across = turn.real + 0.25, turn.imag
    inside = np.clip(along, 0, 1)
    powers = np.polynomial.Polynomial([0, -0.126, -0.3516, 0.2843, -0.1015])
    half = 0.6 * (0.2969 * np.sqrt(inside) + powers(inside))
    return ((along >= 0) & (along <= 1) & (abs(across) <= half)).astype(np.uint8)


def coefficients(degrees: float, steps: int) -> tuple[float, float]:
    """Lift and drag after so many steps of the exercise's reference."""
    exercise = load_exercise(ROOT / "kernels/wind-tunnel", ROOT).exercise
    assert exercise is not None
    solid, along = wing(degrees), 3 * CX * WIND
    f = np.empty((9, HEIGHT, WIDTH))
    f[:] = (WEIGHTS * (1 + along + along**2 / 2 - 1.5 * WIND**2))[:, None, None]
    for _ in range(steps):
        f = np.asarray(exercise.reference(f=f, solid=solid, omega=OMEGA)["out"])
    force = np.zeros(2)
    for y, x in np.argwhere(solid == 0):
        for k in range(1, 9):
            row, column = y + CY[k], x + CX[k]
            if 0 <= row < HEIGHT and 0 <= column < WIDTH and solid[row, column]:
                force += 2 * f[k, y, x] * np.array([CY[k], CX[k]])
    lift, drag = force / (0.5 * WIND**2 * CHORD)
    return float(lift), float(drag)


def said(explorable: Locator) -> tuple[int, float, float]:
    text = explorable.locator("output").inner_text()
    step, _, lift, drag = re.findall(r"-?\d+(?:\.\d+)?", text.replace("−", "-"))
    return int(step), float(lift), float(drag)


@pytest.fixture
def explorable(page: Page) -> Locator:
    page.goto("/lessons/14-air-over-a-wing")
    found = page.locator("explorable-wing")
    expect(found.locator("output")).to_contain_text("8°")
    return found


def test_the_flow_is_the_one_that_the_reference_computes(explorable: Locator) -> None:
    explorable.get_by_role("button", name="40 steps").click()
    expect(explorable.locator("output")).to_contain_text("Step 40,")
    step, lift, drag = said(explorable)
    assert step == 40
    assert (lift, drag) == pytest.approx(coefficients(8, 40), abs=0.02)


@pytest.mark.slow
def test_the_wing_lifts_where_its_nose_is_up_and_pushes_down_where_it_is_down(explorable: Locator) -> None:
    lifts = []
    for angle in (-8, 0, 8):
        explorable.get_by_role("slider").fill(str(angle))
        for _ in range(10):
            explorable.get_by_role("button", name="40 steps").click()
        expect(explorable.locator("output")).to_contain_text("Step 400,")
        lifts.append(said(explorable)[1])
    down, level, up = lifts
    assert down < -0.2 < 0.2 < up
    assert level == pytest.approx(0, abs=0.01)
    assert up == pytest.approx(-down, abs=0.02)


@pytest.mark.slow
def test_nothing_moves_before_play_and_all_works_by_keys(page: Page, explorable: Locator) -> None:
    explorable.get_by_role("slider").press("ArrowRight")
    expect(explorable.locator("output")).to_contain_text("10° in wind that has not met it yet")
    explorable.get_by_role("button", name="Play").press("Enter")
    expect(explorable.locator("output")).to_contain_text("Step ")
    explorable.get_by_role("button", name="Pause").press("Enter")
    before = explorable.locator("output").inner_text()
    page.wait_for_timeout(200)
    assert explorable.locator("output").inner_text() == before
