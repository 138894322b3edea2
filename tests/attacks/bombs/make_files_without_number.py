"""Make empty files.

A disc has a number of files, too, and no limit on bytes counts them.

Stopped by: landlock
"""

import os


def attack(facts):
    for number in range(200):
        os.close(os.open(f"{facts['folder']}/{number}", os.O_CREAT | os.O_WRONLY))
