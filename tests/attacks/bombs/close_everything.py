"""Close all descriptors, the result pipe among them.

A parent that waits for an answer has to notice that there will be none.

Held by: fresh child
Ends: ok or crashed
"""

import os


def attack(facts):
    os.closerange(0, 64)
