"""Films: an exercise's kernel is applied again and again to one state, which is drawn in between.

    [film]
    steps = 320
    every = 8
    carry = { out = "f" }
    scale = 0.05
    numbers = ["lift", "drag"]

`exercise.py` has two functions more. `scene(large)` gives the case that it begins with, and `frame(**arguments)` draws
the arguments of a step: an array of two axes, whose masked elements are no part of the picture, and numbers by name.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np

from app.course.models import Case, Direction, Exercise, Film, Parameter

MIDDLE = 126  # the level of 0; a value at an end of the scale is 0 or 252
NOTHING = 253  # the level of what is masked
FAULTY = 254  # of what is no number
MOST_PIXELS = 1 << 17  # of one picture
MOST_BYTES = 4 << 20  # of all levels together


def levels(values: np.ndarray, scale: float) -> np.ndarray:
    """The picture as bytes. `scale` is the value that is at the end of the scale."""
    data = np.asarray(np.ma.getdata(values), np.float64)
    with np.errstate(all="ignore"):
        shares = np.clip(np.where(np.isfinite(data), data / scale, 0), -1, 1)
    found = np.where(np.isfinite(data), np.rint(MIDDLE * (1 + shares)), FAULTY)
    return np.where(np.ma.getmaskarray(values), NOTHING, found).astype(np.uint8)


def film_faults(exercise: Exercise) -> Iterator[str]:
    """What could not be drawn. Nothing of it is run but the author's own functions."""
    film = exercise.film
    if film is None:
        return
    for large in (False, True):
        case = exercise.scene(large)
        for sentence in (*_carry_faults(film, case, exercise.parameters), *_frame_faults(exercise, film, case, large)):
            yield f"scene({large}): {sentence}"


def _carry_faults(film: Film, case: Case, parameters: tuple[Parameter, ...]) -> Iterator[str]:
    if missing := [parameter.name for parameter in parameters if parameter.name not in case.args]:
        yield f"`{missing[0]}` is missing"
        return
    outputs = {parameter.name for parameter in parameters if parameter.direction is not Direction.IN}
    for output, taken in film.carry.items():
        if output not in outputs or taken not in case.args:
            yield f"`{output}` cannot be carried to `{taken}`: from an output to another parameter"
            continue
        written, read = np.asarray(case.args[output]), np.asarray(case.args[taken])
        if (written.dtype, written.shape) != (read.dtype, read.shape) or not read.flags.c_contiguous:
            yield f"`{output}` cannot take the place of `{taken}`: they differ in shape or dtype"


def _frame_faults(exercise: Exercise, film: Film, case: Case, large: bool) -> Iterator[str]:
    picture, numbers = exercise.frame(**case.args)
    if not isinstance(picture, np.ndarray) or picture.ndim != 2 or not 0 < picture.size <= MOST_PIXELS:
        yield f"a picture has two axes and {MOST_PIXELS:,} elements at most"
    elif picture.size * film.reel(large).frames > MOST_BYTES:
        yield f"its pictures have more than {MOST_BYTES:,} elements together"
    if set(numbers) != set(film.numbers):
        yield f"the numbers are {sorted(numbers)}, not {sorted(film.numbers)}"


def number(value: object) -> float | None:
    """None for what is no finite number."""
    found = float(np.asarray(value))
    return found if np.isfinite(found) else None


Words = Mapping[str, Mapping[str, str]]


def words(exercise: Exercise) -> Words:
    """By language: what the picture (`picture`) and each number are called."""
    return {lang: dict(text.film) for lang, text in exercise.texts.items() if text.film}
