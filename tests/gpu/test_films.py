"""What a kernel draws on a card: the larger scene to its end, and of the small one what the interpreter draws."""

import gzip

import numpy as np
import pytest

from app.cli.grader import silent
from app.config import ROOT
from app.course.kernels import load_exercise
from app.devices.simt import SimtDevice
from app.domain.submission import Mode
from app.worker.filming import filmed, whole


@pytest.fixture(scope="module")
def tunnel():
    exercise = load_exercise(ROOT / "kernels/wind-tunnel", ROOT).exercise
    assert exercise is not None
    return exercise


@pytest.mark.slow
def test_a_card_draws_the_large_scene_to_its_end_and_the_wing_lifts(graders, tunnel):
    assert graders[1].grade(tunnel, tunnel.solution, Mode.SUBMIT, silent, films=True).coming
    film = whole(graders[1].drawing())
    assert film is not None
    assert (film.width, film.height, film.done) == (512, 192, film.steps)
    pictures = np.frombuffer(gzip.decompress(film.pixels), np.uint8)
    assert not np.any(pictures == 254)
    lift = film.numbers["lift"]
    assert lift[-1] is not None
    assert 0.3 < lift[-1] < 3


@pytest.mark.slow
def test_a_card_and_the_interpreter_draw_the_same_pictures(graders, gpu, compiler, tunnel):
    case = graders[0]._references.of(tunnel)[0]
    compiled = compiler.compile(tunnel.solution, tunnel.entry, case.arguments)
    with SimtDevice.start() as device:
        slow, quick = (whole(filmed(tunnel, compiled, one)) for one in (device, gpu))
    assert slow is not None
    assert quick is not None
    assert quick.done == quick.steps
    one, other = (np.frombuffer(gzip.decompress(film.pixels), np.uint8).astype(int) for film in (slow, quick))
    assert np.abs(one - other[: one.size]).max() <= 1
    assert quick.numbers["lift"][: slow.frames] == pytest.approx(slow.numbers["lift"], abs=1e-3)
