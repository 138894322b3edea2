"""Call by the numbers of x32, which have one bit more than those of x86-64.

A list of forbidden calls does not know them; most kernels leave them out, and the filter kills.

Shown by: tests/attacks/test_surface.py::test_a_call_by_the_numbers_of_x32_kills
"""

import platform

from calls import libc


def attack(facts):
    if platform.machine() != "x86_64":
        raise NotImplementedError("only x86-64 has x32")
    libc.syscall(0x40000000 | 39)
