"""Films as authors declare them, and the levels of a picture."""

import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from app.config import ROOT
from app.course.check import check_reference
from app.course.faults import Faults
from app.course.film import FAULTY, MIDDLE, NOTHING, levels
from app.course.kernels import load_exercise
from app.course.manifest import read_manifest

PATH = ROOT / "kernels/wind-tunnel"
TOML = (PATH / "exercise.toml").read_text("utf-8")


def test_levels_are_shares_of_the_scale() -> None:
    values = np.ma.masked_array([0.0, 0.5, 1.0, 7.0, -1.0, -7.0, np.nan, np.inf, 1.0], mask=[*8 * [False], True])
    wanted = [MIDDLE, MIDDLE * 3 // 2, 252, 252, 0, 0, FAULTY, FAULTY, NOTHING]
    assert levels(values[None], scale=1.0).tolist() == [wanted]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("every = 6", "every = 7", "multiple"),
        ("every = 6", "every = 3", "fewer than 64"),
        ("scale = 0.03", "scale = 0.0", "greater than 0"),
        ('carry = { out = "f" }', "carry = {}", "should not be empty"),
        ('kind = "kernel"', 'kind = "launch"', "kind `kernel`"),
    ],
)
def test_a_film_that_cannot_be_made_is_a_fault(old: str, new: str, said: str) -> None:
    faults = Faults("exercise.toml")
    assert read_manifest(TOML.replace(old, new, 1), faults) is None
    assert any(said in fault.message for fault in faults.found), faults.found


@pytest.mark.parametrize(
    ("what", "said"),
    [
        ({"carry": {"out": "solid"}}, "differ in shape or dtype"),
        ({"carry": {"solid": "f"}}, "from an output to another parameter"),
        ({"numbers": ("lift",)}, "the numbers are ['drag', 'lift']"),
    ],
)
def test_a_scene_that_does_not_fit_is_told_to_its_author(what: dict[str, Any], said: str) -> None:
    loaded = load_exercise(PATH, ROOT).exercise
    assert loaded is not None
    assert loaded.film is not None
    film = replace(loaded.film, **what)
    found = check_reference(replace(loaded, film=film, cases=lambda rng: loaded.cases(rng)[1:4]))
    assert any(said in fault.message for fault in found), found
    line = (PATH / "exercise.py").read_text("utf-8").splitlines()[found[0].line - 1]
    assert line.startswith("def scene(")


def test_a_text_names_the_picture_and_every_number(tmp_path: Path) -> None:
    folder = tmp_path / "kernels/wind-tunnel"
    shutil.copytree(PATH, folder)
    text = folder / "text/en.md"
    text.write_text(text.read_text("utf-8").replace("  lift: Lift coefficient\n", ""), "utf-8")
    (fault,) = load_exercise(folder, tmp_path).faults
    assert "`film` in the header should name: drag, lift, picture" in fault.message
