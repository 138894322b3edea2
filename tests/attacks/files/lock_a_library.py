"""Lock a file of the standard library.

Whoever else locks it waits; and two jobs that share a lock can talk.

Stopped by: seccomp
"""

import fcntl
import os


def attack(facts):
    with open(os.__file__) as library:
        fcntl.flock(library, fcntl.LOCK_SH)
