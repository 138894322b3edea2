"""The same for the variables of a loop that never ends.

Steps: 2000
Gets: time_limit with timeout.variables
"""

HEAD = "import numpy as np\nfrom numba import cuda, float32\n@cuda.jit\ndef k(a, out):\n"
NAME = "n" * 15_000
SOURCE = HEAD + f"    {NAME} = 1\n    while {NAME} > 0:\n        {NAME} = {NAME} * 1"
