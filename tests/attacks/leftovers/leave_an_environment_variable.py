"""Set a variable of the environment.

Numba, NumPy and the loader of libraries obey some of them.

Held by: fresh child
"""

import os


def attack(facts):
    os.environ["NUMBA_OPT"] = "0"


def after(facts):
    assert os.environ["NUMBA_OPT"] == "0"
