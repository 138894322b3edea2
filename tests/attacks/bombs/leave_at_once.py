"""End with success before anything was answered.

Exit status 0 must not mean that anything was right.

Held by: fresh child
Ends: ok
"""

import os


def attack(facts):
    os._exit(0)
