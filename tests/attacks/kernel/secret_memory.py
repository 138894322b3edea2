"""Make memory that even the kernel cannot read.

It cannot be searched, nor given up when memory runs out.

Stopped by: seccomp
"""

from calls import reach


def attack(facts):
    reach("memfd_secret", 0)
