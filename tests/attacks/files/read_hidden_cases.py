"""Read how an exercise makes its cases and its reference.

A kernel that knows the cases answers these and nothing else.

Stopped by: landlock
"""

from pathlib import Path


def attack(facts):
    exercises = list(Path(facts["repository"], "kernels").glob("*/exercise.py"))
    assert exercises[0].read_bytes()
