"""Have the C library end the process as broken.

No handler of exceptions sees it.

Held by: fresh child
Ends: crashed
"""

import os


def attack(facts):
    os.abort()
