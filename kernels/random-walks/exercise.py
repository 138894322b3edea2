"""Walkers who go left or right by chance until they are far enough from home. Each has a generator of its own."""

import numpy as np

from app.course.models import Case

BLOCK = 128
# (walkers, limit); the large one last, for its counts
LAUNCHES = ((5, 4), (140, 3), (1, 5), (127, 1), (128, 2), (129, 4), (1_003, 4))
VISIBLE = (5, 140)
HALF = np.uint64(2**63)  # a sum of the two words that is drawn as exactly 0.5
STATE = np.dtype([("s0", np.uint64), ("s1", np.uint64)], align=True)


def reference(states, limit):
    s0, s1 = states["s0"].copy(), states["s1"].copy()
    place, steps = np.zeros(states.size, np.int32), np.zeros(states.size, np.int32)
    going = place < limit
    while going.any():
        chance, new0, new1 = drawn(s0, s1)
        s0, s1 = np.where(going, new0, s0), np.where(going, new1, s1)
        place += np.where(going, np.where(chance < 0.5, -1, 1), 0).astype(np.int32)
        steps += going
        going &= np.abs(place) < limit
    after = states.copy()
    after["s0"], after["s1"] = s0, s1
    return {"states": after, "steps": steps}


def drawn(s0, s1):
    """A number from 0 to 1 and the next state: xoroshiro128+ as numba has it."""
    whole = s0 + s1
    mixed = s0 ^ s1
    chance = ((whole >> np.uint64(11)).astype(np.float64) * 2.0**-53).astype(np.float32)
    return chance, rotated(s0, 55) ^ mixed ^ (mixed << np.uint64(14)), rotated(mixed, 36)


def rotated(bits, count):
    return (bits << np.uint64(count)) | (bits >> np.uint64(64 - count))


def cases(rng):
    return [launch(rng, *numbers) for numbers in LAUNCHES]


def launch(rng, walkers, limit):
    states = np.zeros(walkers, STATE)
    for name in STATE.names:
        states[name] = rng.integers(1, 2**64 - 1, walkers, dtype=np.uint64)
    states["s1"][2::3] = HALF - states["s0"][2::3]  # so that < and <= differ
    return Case(
        name=f"{walkers:,} walkers" if walkers > 1 else "1 walker",
        args={"states": states, "limit": np.int32(limit), "steps": np.zeros(walkers, np.int32)},
        grid=((walkers + BLOCK - 1) // BLOCK,),
        block=(BLOCK,),
        visible=walkers in VISIBLE,
    )
