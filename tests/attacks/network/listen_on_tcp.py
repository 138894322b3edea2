"""Listen on a port.

A job that listens can be told what to do, and can pose as another service.

Stopped by: landlock, seccomp
"""

import socket


def attack(facts):
    with socket.socket() as stream:
        stream.bind(("127.0.0.1", 0))
        stream.listen()
