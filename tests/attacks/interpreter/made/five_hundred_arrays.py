"""Keeps making arrays of eight megabytes under one name after another.

Memory: 400 MiB
Gets: unsupported with unsupported.module
"""

HEAD = "import numpy as np\nfrom numba import cuda\n\nN = np.ones(10**6)\n"
ARRAYS = "".join(f"M{at} = N + {at}\n" for at in range(500))
SOURCE = f"{HEAD}{ARRAYS}\n\n@cuda.jit\ndef k(a, out):\n    out[0] = N[0] + M499[0]\n"
