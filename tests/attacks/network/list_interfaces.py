"""Ask for the names of the network's interfaces.

They tell which network the server is in.

Stopped by: landlock, seccomp
"""

import fcntl
import os
import socket
import struct


def attack(facts):
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as stream:
        fcntl.ioctl(stream, 0x8912, struct.pack("iL", 0, 0))
    assert os.listdir("/sys/class/net")
