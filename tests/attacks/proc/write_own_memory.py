"""Write into one's own read-only memory through the file that stands for it.

It changes constants and code that no pointer may change.

Stopped by: landlock, non_dumpable
"""

import ctypes
import os


def attack(facts):
    held = ctypes.create_string_buffer(b"s")
    memory = os.open("/proc/self/mem", os.O_RDWR)
    os.lseek(memory, ctypes.addressof(held), os.SEEK_SET)
    os.write(memory, b"t")
    assert held.value == b"t"
