"""Work with such a queue that somebody else might have set up.

The other two of its three calls are as good as the first.

Stopped by: seccomp
Docker: refuses
"""

from calls import reach


def attack(facts):
    reach("io_uring_enter", -1, 0, 0, 0, None, 0)
    reach("io_uring_register", -1, 0, None, 0)
