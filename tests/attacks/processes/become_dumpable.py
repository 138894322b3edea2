"""Ask to be open to debuggers again.

Other jobs of the same user could look inside.

Stopped by: seccomp
"""

from calls import called, libc


def attack(facts):
    called(libc.prctl(4, 1, 0, 0, 0))
