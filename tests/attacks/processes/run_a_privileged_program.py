"""Become a program that runs as root whoever starts it.

Every such program of the machine has had faults; without privilege they are worth nothing.

Shown by: tests/attacks/test_neighbours.py::test_a_privileged_program_gains_nothing
"""

import fcntl
import os


def attack(facts):
    fcntl.fcntl(1, fcntl.F_SETFD, 0)
    os.execv(facts["program"], ["id", "-u"])
