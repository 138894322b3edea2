"""Read memory of another job that runs as the same user.

Address 16 is never mapped: "Bad address" says that the kernel would have read, "not permitted" that it would not.

Shown by: tests/attacks/test_neighbours.py::test_a_child_cannot_be_looked_into_by_another_of_the_same_user
"""

import ctypes
import os

from calls import libc


def attack(facts):
    span = (ctypes.c_size_t * 2)(ctypes.addressof(ctypes.create_string_buffer(8)), 8)
    there = (ctypes.c_size_t * 2)(16, 8)
    libc.process_vm_readv(facts["pid"], span, 1, there, 1, 0)
    print(os.strerror(ctypes.get_errno()))
