"""Say again that the wall is up, on the descriptor that it is said on.

The zygote reads that word from the child: whoever could say it twice could say it first.

Held by: frames
Ends: ok
"""

import os


def attack(facts):
    for descriptor in range(3, 64):
        if descriptor != 3:
            try:
                os.write(descriptor, b"jailed")
            except OSError:
                continue
