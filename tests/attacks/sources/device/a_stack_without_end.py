"""Calls a function of its own that calls itself, with a stack that nobody can measure.

Stopped by: nothing until it is launched: on a GPU the stack ends, which is a fault of the kernel's.
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
.func again(.param .b64 x);
.func again(.param .b64 x)
{{ .reg .b64 %r<2>; .local .b8 own[1024]; ld.param.u64 %r1, [x]; st.local.u64 [own], %r1;
{{ .param .b64 y; st.param.b64 [y], %r1; call.uni again, (y); }} ret; }}
.visible .entry other_code({parameters})
{{ .reg .b64 %r<2>; mov.u64 %r1, 0; {{ .param .b64 y; st.param.b64 [y], %r1; call.uni again, (y); }} ret; }}
"""
kernel._compile = lambda *_, **__: kernel.Ptx(TEXT)


@cuda.jit
def vector_add(a, b, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = a[i] + b[i]
