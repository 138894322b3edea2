"""What lesson 14 says: its lines are those of the solutions, its numbers are counted, and its wing lifts."""

import numpy as np
import pytest

from app.course.loader import load_course
from tests.course.lessons import shown

EXERCISES = load_course(shown.ROOT).exercises
TUNNEL = EXERCISES["wind-tunnel"]
LOADS = """
@cuda.jit
def sheets(f, out):
    x = cuda.grid(1)
    out[x] = f[0, 1, x]

@cuda.jit
def cells(f, out):
    x = cuda.grid(1)
    out[x] = f[1, x, 0]
"""


def test_the_lines_in_the_text_stand_in_the_solution() -> None:
    shortened = "".join(EXERCISES["stream-bounce"].solution.split())
    lines = [block for block in shown.blocks(14) if "out[k, y, x]" in block]
    assert len(lines) == 2
    for line in lines:
        assert "".join(line.replace("if solid", "elif solid").split()) in shortened


def test_the_program_in_pieces_gives_density_and_wind() -> None:
    names: dict[str, object] = {}
    pieces = [block for block in shown.blocks(14) if "out[" not in block and "print(g" not in block]
    assert len(pieces) == 3
    exec("\n".join(pieces), names)
    density, ux, uy = (float(np.asarray(names[name])) for name in ("density", "ux", "uy"))
    assert (round(density, 6), round(ux, 6), round(uy, 6)) == (1.0, 0.11, 0.0)
    before, after = np.asarray(names["f"]), np.asarray(names["g"])
    assert np.isclose(after.sum(), before.sum())
    assert round(float(np.abs(after / before - 1).max()), 2) == 0.07


@pytest.mark.parametrize(("name", "shape", "sectors"), [("sheets", (9, 4, 32), 4), ("cells", (4, 32, 9), 32)])
def test_a_load_touches_as_many_sectors_as_the_question_says(name: str, shape: tuple[int, ...], sectors: int) -> None:
    report = shown.run(LOADS, name, 1, 32, shown.floats(*shape), np.zeros(32, np.float32))
    assert sum(line.global_load_sectors or 0 for line in report.lines.values()) == sectors


def test_the_numbers_of_the_tunnel_are_right() -> None:
    case = TUNNEL.scene(False)
    f, omega = np.asarray(case.args["f"]), float(np.asarray(case.args["omega"]))
    assert f.shape == (9, 96, 256)
    assert 2 * f.nbytes == 1_769_472
    viscosity = (1 / omega - 0.5) / 3
    assert round(0.12 * 56.32 / viscosity, 1) == 405.5
    assert round(1e6 * viscosity / 0.12) == pytest.approx(138_889, abs=1)


@pytest.mark.slow
def test_the_wing_is_hit_first_and_then_lifts_with_a_curl_behind_it() -> None:
    state, lift = dict(TUNNEL.scene(False).args), []
    for step in range(241):
        picture, numbers = TUNNEL.frame(**state)
        if step in (0, 240):
            lift.append(float(numbers["lift"]))
        inputs = {name: state[name] for name in ("f", "solid", "omega")}
        state["f"] = TUNNEL.reference(**inputs)["out"]
    assert lift[0] > 2 > 1 > lift[1] > 0.5
    behind, above = picture[40:56, 115:135], picture[30:44, 55:80]
    assert behind.max() > 0.01 > -behind.min()  # the curl turns to the left
    assert above.min() < -0.03  # the air on top to the right
