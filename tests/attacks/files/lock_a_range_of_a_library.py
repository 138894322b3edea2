"""Lock a part of a file of the standard library, by the other kind of lock.

Two kinds of locks are two ways to make somebody wait.

Stopped by: seccomp
"""

import fcntl
import os


def attack(facts):
    with open(os.__file__) as library:
        fcntl.lockf(library, fcntl.LOCK_SH)
