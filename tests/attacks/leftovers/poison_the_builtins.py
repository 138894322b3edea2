"""Change what every function of Python can call.

`print`, `len` and `open` of the next learner are then ours.

Held by: fresh child
"""

import builtins


def attack(facts):
    builtins.print_once = 1
    builtins.sorted = list


def after(facts):
    assert hasattr(builtins, "print_once")
