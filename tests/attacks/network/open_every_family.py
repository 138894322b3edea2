"""Make a socket of every family there is, by number, of every type.

A list of forbidden families is never complete; a new one comes with every few kernels. An executor may make one
kind of local socket.

Stopped by: seccomp
An executor may: yes
"""

import socket


def attack(facts):
    refused = 0
    for family in range(64):
        for kind in range(1, 7):
            try:
                socket.socket(family, kind).close()
            except PermissionError:
                refused += 1
            except OSError:
                continue  # the kernel looked at it
    assert refused < 64 * 6
