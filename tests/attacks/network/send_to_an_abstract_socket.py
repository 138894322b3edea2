"""Listen under a name that another job knows.

Two jobs that agree on a name can talk.

Stopped by: seccomp
"""

import socket


def attack(facts):
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as stream:
        stream.bind(b"\0" + facts["name"].encode())
