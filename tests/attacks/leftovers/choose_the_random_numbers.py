"""Set the seed of random numbers.

The next job's random inputs are known in advance.

Held by: fresh child
"""

import random
import sys


def attack(facts):
    random.seed(1)
    sys.first = random.Random(1).random()


def after(facts):
    assert random.random() == sys.first
