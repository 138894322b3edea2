"""The same for an import.

Gets: unsupported with unsupported.module
"""

HEAD = "import numpy as np\nfrom numba import cuda, float32\n@cuda.jit\ndef k(a, out):\n"
SOURCE = f"from {'n' * 60_000} import *\n" + HEAD + "    out[0] = 1"
