"""Open one's own memory as a file.

Reading and writing past every check of the language is then a matter of numbers.

Stopped by: landlock, non_dumpable
Searching passes: non_dumpable
"""

import ctypes
import os


def attack(facts):
    held = ctypes.create_string_buffer(b"s")
    memory = os.open("/proc/self/mem", os.O_RDONLY)
    assert os.pread(memory, 1, ctypes.addressof(held)) == b"s"
