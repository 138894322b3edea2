"""Open a semaphore by its number.

One bit that outlives the job is a message, too.

Stopped by: seccomp
"""

from calls import reach


def attack(facts):
    reach("semget", 0x7E57, 0, 0)
