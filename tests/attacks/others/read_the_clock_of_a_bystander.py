"""Read how much processor time somebody else's process has used: to the kernel that is one more clock.

It shows which processes there are, when the server grades another's kernel, and how long it takes.

Stopped by: seccomp
"""

import time


def attack(facts):
    time.clock_gettime(~facts["bystander"] << 3 | 2)
