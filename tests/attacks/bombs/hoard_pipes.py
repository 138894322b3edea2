"""Make pipes without end.

Each holds memory of the kernel, that no limit on the process counts.

Stopped by: seccomp, rlimits
"""

import os


def attack(facts):
    for _ in range(100):
        os.pipe()
