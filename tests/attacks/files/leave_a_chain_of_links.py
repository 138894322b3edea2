"""Leave links that lead to each other, a hundred deep.

Trusted code that walks a folder of results walks for very long, or in a circle.

Stopped by: landlock, seccomp
"""

import os


def attack(facts):
    for number in range(100):
        os.symlink(f"link{number + 1}", f"{facts['folder']}/link{number}")
