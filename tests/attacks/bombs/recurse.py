"""Run out of stack inside C.

It ends the process and not the request; that must not be the server's process.

Held by: fresh child
Ends: crashed or ok
"""

import ctypes
import sys


def attack(facts):
    sys.setrecursionlimit(1 << 30)
    again = ctypes.CFUNCTYPE(None)(lambda: again() or None)
    again()
