"""Announce a header longer than its frame.

A reader that trusts the second length reads past the first.

Held by: frames
Ends: crashed
"""

from wire import write


def attack(facts):
    write((64).to_bytes(4, "little") + (1 << 30).to_bytes(4, "little") + bytes(60))
