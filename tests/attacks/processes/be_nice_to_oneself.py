"""Ask for a priority better than was given.

Jobs of others would wait.

Stopped by: seccomp
"""

import os


def attack(facts):
    os.nice(1)
