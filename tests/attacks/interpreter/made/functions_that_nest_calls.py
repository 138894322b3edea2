"""Device functions of forty calls within one another, each of which leads to forty more.

Gets: unsupported with unsupported.too_nested
Stage: slow
"""

HEAD = "import numpy as np\nfrom numba import cuda, float32\n@cuda.jit\ndef k(a, out):\n"
DEVICE = "from numba import cuda\n@cuda.jit(device=True)\n"
DEVICES = "".join(f"{DEVICE}def f{n}(x):\n    return {f'f{n + 1}(' * 40}x{')' * 40}\n" for n in range(62))
DEVICES += f"{DEVICE}def f62(x):\n    return x\n"
SOURCE = DEVICES + HEAD + "    out[0] = f0(a[0])"
