"""Write over the number that everybody shares for 200.

Every later 200 of the process is another number.

Held by: fresh child
"""

import ctypes


def attack(facts):
    at = id(200) + int.__basicsize__
    ctypes.c_uint32.from_address(at).value = 201


def after(facts):
    assert str(200) == "201"
