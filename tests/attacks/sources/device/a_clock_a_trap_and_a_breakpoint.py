"""Reads the clock, waits for a while, and stops at a breakpoint or in a trap.

Stopped by: nothing until it is launched: on a GPU a trap is a fault of the kernel's, and its executor is replaced.
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
{{ .reg .b64 %r<3>; .reg .pred %p; mov.u64 %r1, %globaltimer; mov.u64 %r2, %clock64; setp.eq.u64 %p, %r1, %r2;
nanosleep.u32 1000; @%p brkpt; @%p trap; exit; }}
"""
kernel._compile = lambda *_, **__: kernel.Ptx(TEXT)


@cuda.jit
def vector_add(a, b, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = a[i] + b[i]
