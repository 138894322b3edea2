"""Says of its instructions that they come of lines and files which are not there.

Stopped by: lines are shown where the source has them; a file is a number and no file.
Gets: passed
Stage: slow
Device: runs other code
"""
from numba import cuda

import app.toolchain.kernel as kernel

parameters = ", ".join(f".param .u64 p{i}" for i in range(21))
TEXT = f""".version 8.0
.target sm_90
.address_size 64
.file 1 "/etc/passwd"
.visible .entry other_code({parameters})
{{ .loc 1 1000000 1
ret; }}
"""
kernel._compile = lambda *_, **__: kernel.Ptx(TEXT)


@cuda.jit
def vector_add(a, b, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = a[i] + b[i]
