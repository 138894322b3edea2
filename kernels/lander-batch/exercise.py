"""Thousands of landers, each with a rule of its own for its engine; whoever is down begins anew."""

import numpy as np

from app.course.models import Case

BLOCK = 128
WORLDS = (4, 200, 1, 127, 128, 129, 5_003)  # the large one last, for its counts
TOPS = (60, 45)  # in turns
STEPS = {4: 30, 200: 40}
VISIBLE = (4, 200)
SOFT = -4


def reference(state, rule, top, steps):
    height, speed = state.astype(np.int32)
    landed, crashed = np.zeros_like(rule), np.zeros_like(rule)
    for _ in range(steps):
        speed = np.where(speed < -rule, speed + 2, speed - 1)
        height = height + speed
        down = height <= 0
        landed += down & (speed >= SOFT)
        crashed += down & (speed < SOFT)
        height = np.where(down, top, height)
        speed = np.where(down, 0, speed)
    return {"state": np.stack([height, speed]).astype(np.int32), "landed": landed, "crashed": crashed}


def cases(rng):
    return [launch(rng, worlds, TOPS[i % 2]) for i, worlds in enumerate(WORLDS)]


def launch(rng, worlds, top):
    steps = STEPS.get(worlds, 60)
    return Case(
        name=f"{worlds:,} worlds, {steps} steps" if worlds > 1 else f"1 world, {steps} steps",
        args={
            "state": np.stack([rng.integers(20, 90, worlds), rng.integers(-6, 3, worlds)]).astype(np.int32),
            "rule": rng.integers(1, 13, worlds).astype(np.int32),
            "top": np.int32(top),
            "steps": np.int32(steps),
            "landed": np.zeros(worlds, np.int32),
            "crashed": np.zeros(worlds, np.int32),
        },
        grid=((worlds + BLOCK - 1) // BLOCK,),
        block=(BLOCK,),
        visible=worlds in VISIBLE,
    )
