"""Never come back to the interpreter, by a pattern that takes for ever.

No handler of Python runs inside the engine for patterns.

Stopped by: rlimits
Ends: time_limit
"""

import re
import time


def attack(facts):
    began = time.process_time()
    for length in range(20, 40):
        re.match("(a+)+b", "a" * length)
        if time.process_time() - began > facts["cpu_seconds"] + 0.2:
            break
