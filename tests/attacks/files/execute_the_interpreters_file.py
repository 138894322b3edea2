"""Read the interpreter's own program file.

A copy in memory of a program that is known to run is the easiest thing to become.

Stopped by: landlock
"""

import sys


def attack(facts):
    with open(sys.executable, "rb") as program:
        program.read(1)
