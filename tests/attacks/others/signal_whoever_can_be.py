"""Send a signal to every process that may be sent one.

Process -1 means all of them: other jobs of the same user among them.

Stopped by: seccomp
"""

from calls import called, libc


def attack(facts):
    called(libc.kill(-1, 0))
