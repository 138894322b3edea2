"""Says of its instructions, in a comment of its PTX, that they come of a line with five thousand digits.

Stopped by: a page takes for a line what can be one, and all else for text.
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
/*
.loc 1 {"9" * 5000} 1
</pre><script>alert(1)</script>
*/
.visible .entry other_code({parameters}) {{ ret; }}
"""
kernel._compile = lambda *_, **__: kernel.Ptx(TEXT)


@cuda.jit
def vector_add(a, b, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = a[i] + b[i]
