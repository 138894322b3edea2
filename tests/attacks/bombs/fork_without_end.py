"""Make copies that make copies.

It is the oldest way to stop a machine; here it makes eight.

Stopped by: seccomp, rlimits
"""

import os


def attack(facts):
    children = []
    for _ in range(8):
        child = os.fork()
        if child == 0:
            os._exit(0)
        children.append(child)
    for child in children:
        os.waitpid(child, 0)
