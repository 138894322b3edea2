"""Have a shell run a line.

It is the plainest attack of all.

Stopped by: seccomp, rlimits, landlock
"""

import os


def attack(facts):
    assert os.system("exit 0") == 0
