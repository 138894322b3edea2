"""Make one array larger than the machine.

One line of NumPy is enough.

Stopped by: rlimits
Ends: memory_limit
"""

import numpy as np


def attack(facts):
    np.empty(10 << 30, np.uint8)
