"""Say that a module cannot be imported, or put another in its place.

The next learner imports ours.

Held by: fresh child
"""

import sys


def attack(facts):
    sys.modules["colorsys"] = sys


def after(facts):
    assert sys.modules["colorsys"] is sys
