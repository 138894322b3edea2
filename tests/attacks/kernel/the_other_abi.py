"""Call by `int 0x80`, with the numbers of i386, where 20 asks for the process id.

A filter that does not look at the architecture takes them for other calls.

Stopped by: seccomp
"""

import ctypes
import mmap
import os
import platform


def attack(facts):
    if platform.machine() != "x86_64":
        raise NotImplementedError("only x86-64 has int 0x80")
    page = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
    page.write(bytes.fromhex("b814000000cd80c3"))
    address = ctypes.addressof(ctypes.c_char.from_buffer(page))
    assert ctypes.CFUNCTYPE(ctypes.c_int)(address)() == os.getpid()
