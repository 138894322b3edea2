"""Make an anonymous file.

It can be filled beyond every limit on files, and executed past every rule about paths.

Stopped by: seccomp
An executor may: yes
"""

from calls import make


def attack(facts):
    make("memfd_create", b"x", 0)
