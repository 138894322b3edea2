"""Make memory that is shared by a number.

It stays when the job is over, and any job that knows the number reads it.

Stopped by: seccomp
"""

from calls import reach


def attack(facts):
    reach("shmget", 0, 0, 0)
