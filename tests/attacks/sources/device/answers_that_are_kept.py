"""Has code that keeps answers in what a launch leaves behind, so that only the first launch has to work.

Stopped by: nothing where there is no GPU, which takes no time; on a GPU see docs/security.md, "Not promised".
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
.global .align 8 .b8 kept[4096];
.visible .entry other_code({parameters})
{{ .reg .b64 %r<3>; mov.u64 %r1, kept; ld.global.u64 %r2, [%r1]; add.s64 %r2, %r2, 1; st.global.u64 [%r1], %r2; ret; }}
"""
kernel._compile = lambda *_, **__: kernel.Ptx(TEXT)


@cuda.jit
def vector_add(a, b, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = a[i] + b[i]
