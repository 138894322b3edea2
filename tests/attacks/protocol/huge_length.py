"""Announce four gigabytes.

Whoever makes room for what is announced has none left.

Held by: frames
Ends: crashed
"""

from wire import write


def attack(facts):
    write(b"\xff\xff\xff\xff")
