"""Asks for a launch in clusters, for blocks and threads of its own, which the host does not give it.

Stopped by: the assembler, or the launch, which is then the learner's error.
Gets: passed or compile_error
Stage: slow
Device: runs other code
"""
from numba import cuda
import app.toolchain.kernel as kernel

parameters = ", ".join(f".param .u64 p{i}" for i in range(21))
TEXT = f""".version 8.0
.target sm_90
.address_size 64
.visible .entry other_code({parameters}) .reqntid 1024, 1, 1 .reqnctapercluster 8, 1, 1
{{ ret; }}
"""
kernel._compile = lambda *_, **__: kernel.Ptx(TEXT)


@cuda.jit
def vector_add(a, b, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = a[i] + b[i]
