"""A film: what a kernel that has passed does with one state, step by step, on whatever device there is.

Nobody is judged by it, and nobody waits for it: it is made in slices, between which a submission can be graded, and
its verdict is there before. The sizes are those of the exercise's own scene, and the pictures are made here, of the
arrays that came back, by the exercise's own code: a learner's kernel decides the values of elements and nothing more.
"""

from __future__ import annotations

import gzip
import logging
import time
from collections.abc import Generator, Iterator, Mapping
from typing import cast

import numpy as np

from app.course.film import levels, number, words
from app.course.models import ArgumentValue, Direction, Exercise, Reel
from app.course.models import Film as Wanted
from app.devices import Argument, Device, Launch, RunLimits
from app.domain.film import Film
from app.errors import InfrastructureError
from app.findings import Severity
from app.protocol.compiled import Compiled

_LEVEL = 6
State = Mapping[str, ArgumentValue]
Steps = tuple[int, int]  # done, of how many
Drawing = Generator[Steps, None, Film | None]  # a slice a turn; its end is the film

log = logging.getLogger(__name__)


def filmed(exercise: Exercise, compiled: Compiled, device: Device, *, large: bool = False) -> Drawing:
    """A turn for each picture. Raises InfrastructureError where the device breaks. None where nothing is to be drawn.

    It ends early with the time, and where a step goes wrong: what could not be seen in small cases is no fault here.
    """
    film = exercise.film
    if film is None:
        return None
    pictures: list[np.ndarray] = []
    numbers: dict[str, list[float | None]] = {name: [] for name in film.numbers}
    for done, state in _states(exercise, film, compiled, device, large=large):
        picture, found = _drawn(exercise, state)
        pictures.append(levels(picture, film.scale))
        for name, values in numbers.items():
            values.append(number(found[name]))
        yield done, film.reel(large).steps
    return _made(exercise, film, film.reel(large), np.stack(pictures), numbers)


def whole(drawing: Drawing) -> Film | None:
    """The film, at one go."""
    while True:
        try:
            next(drawing)
        except StopIteration as end:
            return cast("Film | None", end.value)


def _made(
    exercise: Exercise, film: Wanted, reel: Reel, pictures: np.ndarray, numbers: Mapping[str, list[float | None]]
) -> Film:
    frames, height, width = pictures.shape
    return Film(
        width=width,
        height=height,
        frames=frames,
        every=reel.every,
        steps=reel.steps,
        scale=film.scale,
        signed=film.signed,
        numbers={name: tuple(values) for name, values in numbers.items()},
        words=words(exercise),
        pixels=gzip.compress(pictures.tobytes(), _LEVEL, mtime=0),
    )


def _drawn(exercise: Exercise, state: State) -> tuple[np.ndarray, Mapping[str, float]]:
    try:
        return exercise.frame(**state)
    except Exception as error:  # its author's code may raise anything
        raise InfrastructureError(f"frame() of {exercise.slug!r} raises {type(error).__name__}: {error}") from error


def _states(
    exercise: Exercise, film: Wanted, compiled: Compiled, device: Device, *, large: bool
) -> Iterator[tuple[int, State]]:
    """(step, arguments by name) of each step that is drawn, as far as the time goes that the device takes."""
    case, reel = exercise.scene(large), film.reel(large)
    state: dict[str, ArgumentValue] = dict(case.args)
    launch = Launch(case.grid, case.block, case.shared_bytes, turns=reel.every, carried=tuple(film.carry.items()))
    left = film.seconds
    yield 0, state
    for done in range(reel.every, reel.steps + 1, reel.every):
        if left <= 0:
            return
        began = time.monotonic()
        limits = RunLimits(exercise.budget.steps, left, exercise.budget.bytes)
        run = device.run(compiled, launch, _arguments(exercise, state), limits)
        left -= time.monotonic() - began
        wrong = any(finding.severity is Severity.ERROR for finding in run.findings)
        if run.status != "ok" or wrong or not film.carry.keys() <= run.outputs.keys():
            log.info("a film of %s ends before step %d: %s", exercise.slug, done, run.status)
            return
        state |= {taken: run.outputs[output] for output, taken in film.carry.items()}
        yield done, state


def _arguments(exercise: Exercise, state: State) -> list[Argument]:
    return [
        Argument(
            parameter.name,
            state[parameter.name],
            is_output=parameter.direction is not Direction.IN,
            holds_input=parameter.direction is not Direction.OUT,
        )
        for parameter in exercise.parameters
    ]
