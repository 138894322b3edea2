"""Connect to a socket that has a name but no file.

No right of a file protects it.

Stopped by: landlock, seccomp
"""

import socket


def attack(facts):
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as stream:
        stream.connect(b"\0" + facts["abstract"].encode())
