"""Connect to a port of this machine.

Databases and cloud metadata listen there and trust whoever is local.

Stopped by: landlock, seccomp
"""

import socket


def attack(facts):
    socket.create_connection(("127.0.0.1", facts["port"]), timeout=2)
