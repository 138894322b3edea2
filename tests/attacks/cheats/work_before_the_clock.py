"""Do the work while the source is loaded, before the clock runs.

What runs at import is paid for by nobody.

Held by: clock of the parent
"""

import time

time.sleep(0.3)


def attack(facts):
    return 0
