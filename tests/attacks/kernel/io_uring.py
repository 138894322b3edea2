"""Set up the queue by which the kernel makes calls for a process.

What is asked for there passes no filter of calls.

Stopped by: seccomp
Docker: refuses
"""

from calls import reach


def attack(facts):
    reach("io_uring_setup", 0, None)
