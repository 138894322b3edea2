"""Five thousand minus signs in a row.

Gets: unsupported
"""

HEAD = "import numpy as np\nfrom numba import cuda, float32\n@cuda.jit\ndef k(a, out):\n"
SOURCE = HEAD + "    out[0] = " + "-" * 5_000 + "1"
