"""Read address 0.

A crash of an interpreter takes with it whatever else runs in it.

Held by: fresh child
Ends: crashed
"""

import ctypes


def attack(facts):
    ctypes.string_at(0)
