"""Leave a process behind that has a session of its own.

It would go on when the job is over, at nobody's account.

Stopped by: seccomp, rlimits
"""

import os


def attack(facts):
    if os.fork() == 0:
        os.setsid()
        os._exit(0)
