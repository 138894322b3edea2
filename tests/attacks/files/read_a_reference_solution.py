"""Read the solution of an exercise.

It would pass every exercise, and could be handed on to everybody.

Stopped by: landlock
"""

from pathlib import Path


def attack(facts):
    solutions = list(Path(facts["repository"], "kernels").glob("*/solution.py"))
    assert solutions[0].read_bytes()
