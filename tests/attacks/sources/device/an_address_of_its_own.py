"""Writes to an address of its choosing, by code of its own.

Stopped by: nothing until it is launched, where the source is interpreted first; on a GPU it is a fault and its context
goes, while expected outputs are in another process.
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
.visible .entry other_code({parameters})
{{ .reg .b64 %r<2>; mov.u64 %r1, 3735928559; st.global.u64 [%r1], %r1; ret; }}
"""
kernel._compile = lambda *_, **__: kernel.Ptx(TEXT)


@cuda.jit
def vector_add(a, b, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = a[i] + b[i]
