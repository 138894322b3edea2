"""Add seals to an anonymous file.

A file that the parent means to fill again could not be filled.

Stopped by: seccomp
An executor may: yes
"""

from calls import reach


def attack(facts):
    reach("fcntl", 0, 1033, 0)
