"""Flood the result pipe with the middle of a frame.

A length is announced, and more comes; whoever collects frames waits for their end.

Held by: output limit
Ends: output_limit
"""

from wire import write


def attack(facts):
    write((1 << 27).to_bytes(4, "little"))
    for _ in range(200):
        write(b"x" * 65_536)
