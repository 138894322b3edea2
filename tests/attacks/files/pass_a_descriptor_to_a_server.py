"""Hand an open file to a process that listens.

It is how a file leaves a jail, or comes into one.

Stopped by: seccomp
"""

import socket


def attack(facts):
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as stream:
        stream.connect(facts["socket"])
        socket.send_fds(stream, [b"x"], [0])
