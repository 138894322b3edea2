"""Set up the older queue of that kind.

Its code has been a way into the kernel more than once.

Stopped by: seccomp
"""

from calls import reach


def attack(facts):
    reach("io_setup", 0, None)
