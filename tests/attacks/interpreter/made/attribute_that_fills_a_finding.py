"""The same for an attribute that there is not.

Gets: unsupported with unsupported.attribute
"""

HEAD = "import numpy as np\nfrom numba import cuda, float32\n@cuda.jit\ndef k(a, out):\n"
SOURCE = HEAD + f"    out[0] = a.{'n' * 60_000}"
