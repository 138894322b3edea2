"""A name of sixty thousand letters where a finding names the array.

Gets: ok with out_of_bounds.local
"""

HEAD = "import numpy as np\nfrom numba import cuda, float32\n@cuda.jit\ndef k(a, out):\n"
NAME = "n" * 20_000
SOURCE = HEAD + f"    {NAME} = cuda.local.array(4, float32)\n    {NAME}[4] = 1\n    out[cuda.grid(1)] = 1"
