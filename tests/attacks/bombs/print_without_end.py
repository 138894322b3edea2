"""Flood stdout.

Whoever keeps all of it runs out of memory in the learner's place.

Held by: output limit
Ends: output_limit
"""

import sys


def attack(facts):
    for _ in range(200):
        sys.stdout.write("x" * 65_536)
