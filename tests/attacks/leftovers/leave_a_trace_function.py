"""Be called for every line that is executed.

The next learner's variables can be read and changed.

Held by: fresh child
"""

import sys


def attack(facts):
    sys.setprofile(lambda *_: None)


def after(facts):
    assert sys.getprofile() is not None
