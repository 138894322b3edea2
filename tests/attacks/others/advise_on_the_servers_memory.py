"""Have the kernel put somebody else's memory out to disc.

The server would stop at every step.

Stopped by: seccomp
Docker: refuses
"""

from calls import reach


def attack(facts):
    reach("process_madvise", -1, None, 0, 21, 0)
