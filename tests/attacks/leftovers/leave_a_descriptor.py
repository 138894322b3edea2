"""Leave something open.

Descriptors run out, or are read by whoever comes next.

Held by: fresh child
"""

import os
import sys


def attack(facts):
    sys.kept = os.dup(0)


def after(facts):
    os.fstat(sys.kept)
