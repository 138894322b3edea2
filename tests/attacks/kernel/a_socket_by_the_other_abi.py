"""Make a socket by i386's call for everything about sockets, through `int 0x80`.

A filter for sockets of x86-64 alone does not see it.

Stopped by: seccomp
"""

import ctypes
import mmap
import platform
import socket
import struct


def attack(facts):
    if platform.machine() != "x86_64":
        raise NotImplementedError("only x86-64 has int 0x80")
    low = mmap.mmap(-1, 4096, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | 0x40, prot=7)
    at = ctypes.addressof(ctypes.c_char.from_buffer(low))
    low.write(bytes.fromhex("53 b866000000 bb01000000 b9") + struct.pack("<I", at + 64) + bytes.fromhex("cd80 5b c3"))
    low[64:76] = struct.pack("<III", socket.AF_UNIX, socket.SOCK_DGRAM, 0)
    assert ctypes.CFUNCTYPE(ctypes.c_int)(at)() >= 0
