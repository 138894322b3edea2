"""Send a signal to the process that forked this one.

No job would run until there is another.

Stopped by: seccomp, landlock, ids
"""

import os


def attack(facts):
    os.kill(os.getppid(), 0)
