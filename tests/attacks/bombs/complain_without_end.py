"""Flood stderr, past Python's own stream.

It is kept for logs, which fill discs.

Held by: output limit
Ends: output_limit
"""

import os


def attack(facts):
    for _ in range(200):
        os.write(2, b"x" * 65_536)
