"""Take another name by prctl.

Whoever reads a list of processes is deceived.

Stopped by: seccomp
"""

from calls import called, libc


def attack(facts):
    called(libc.prctl(15, b"sshd", 0, 0, 0))
