"""Ask for the address of a name.

A name can carry a message, and its resolver reads half of /etc.

Stopped by: landlock, seccomp
"""

import socket


def attack(facts):
    with open("/etc/hosts") as hosts:
        hosts.read()
    socket.socket(socket.AF_INET, socket.SOCK_DGRAM).close()
