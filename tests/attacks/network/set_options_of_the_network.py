"""Set options of sockets.

Filters are programs that the kernel compiles, and come in by this call.

Stopped by: seccomp
"""

from calls import reach


def attack(facts):
    reach("setsockopt", 0, 1, 26, None, 0)
    reach("getsockopt", 0, 1, 26, None, None)
