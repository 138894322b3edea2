"""Handle one's own page faults.

It stops the kernel in the middle of a copy, for as long as an attack on it needs.

Stopped by: seccomp
Docker: refuses
"""

from calls import reach


def attack(facts):
    reach("userfaultfd", 1)
