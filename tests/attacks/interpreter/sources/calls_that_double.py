"""Sixty device functions, each of which calls the next one twice.

Steps: 2000
Gets: time_limit with timeout
Stage: slow
"""

from numba import cuda

@cuda.jit(device=True)
def f0(x):
    return x


@cuda.jit(device=True)
def f1(x):
    return f0(x) + f0(x)


@cuda.jit(device=True)
def f2(x):
    return f1(x) + f1(x)


@cuda.jit(device=True)
def f3(x):
    return f2(x) + f2(x)


@cuda.jit(device=True)
def f4(x):
    return f3(x) + f3(x)


@cuda.jit(device=True)
def f5(x):
    return f4(x) + f4(x)


@cuda.jit(device=True)
def f6(x):
    return f5(x) + f5(x)


@cuda.jit(device=True)
def f7(x):
    return f6(x) + f6(x)


@cuda.jit(device=True)
def f8(x):
    return f7(x) + f7(x)


@cuda.jit(device=True)
def f9(x):
    return f8(x) + f8(x)


@cuda.jit(device=True)
def f10(x):
    return f9(x) + f9(x)


@cuda.jit(device=True)
def f11(x):
    return f10(x) + f10(x)


@cuda.jit(device=True)
def f12(x):
    return f11(x) + f11(x)


@cuda.jit(device=True)
def f13(x):
    return f12(x) + f12(x)


@cuda.jit(device=True)
def f14(x):
    return f13(x) + f13(x)


@cuda.jit(device=True)
def f15(x):
    return f14(x) + f14(x)


@cuda.jit(device=True)
def f16(x):
    return f15(x) + f15(x)


@cuda.jit(device=True)
def f17(x):
    return f16(x) + f16(x)


@cuda.jit(device=True)
def f18(x):
    return f17(x) + f17(x)


@cuda.jit(device=True)
def f19(x):
    return f18(x) + f18(x)


@cuda.jit(device=True)
def f20(x):
    return f19(x) + f19(x)


@cuda.jit(device=True)
def f21(x):
    return f20(x) + f20(x)


@cuda.jit(device=True)
def f22(x):
    return f21(x) + f21(x)


@cuda.jit(device=True)
def f23(x):
    return f22(x) + f22(x)


@cuda.jit(device=True)
def f24(x):
    return f23(x) + f23(x)


@cuda.jit(device=True)
def f25(x):
    return f24(x) + f24(x)


@cuda.jit(device=True)
def f26(x):
    return f25(x) + f25(x)


@cuda.jit(device=True)
def f27(x):
    return f26(x) + f26(x)


@cuda.jit(device=True)
def f28(x):
    return f27(x) + f27(x)


@cuda.jit(device=True)
def f29(x):
    return f28(x) + f28(x)


@cuda.jit(device=True)
def f30(x):
    return f29(x) + f29(x)


@cuda.jit(device=True)
def f31(x):
    return f30(x) + f30(x)


@cuda.jit(device=True)
def f32(x):
    return f31(x) + f31(x)


@cuda.jit(device=True)
def f33(x):
    return f32(x) + f32(x)


@cuda.jit(device=True)
def f34(x):
    return f33(x) + f33(x)


@cuda.jit(device=True)
def f35(x):
    return f34(x) + f34(x)


@cuda.jit(device=True)
def f36(x):
    return f35(x) + f35(x)


@cuda.jit(device=True)
def f37(x):
    return f36(x) + f36(x)


@cuda.jit(device=True)
def f38(x):
    return f37(x) + f37(x)


@cuda.jit(device=True)
def f39(x):
    return f38(x) + f38(x)


@cuda.jit(device=True)
def f40(x):
    return f39(x) + f39(x)


@cuda.jit(device=True)
def f41(x):
    return f40(x) + f40(x)


@cuda.jit(device=True)
def f42(x):
    return f41(x) + f41(x)


@cuda.jit(device=True)
def f43(x):
    return f42(x) + f42(x)


@cuda.jit(device=True)
def f44(x):
    return f43(x) + f43(x)


@cuda.jit(device=True)
def f45(x):
    return f44(x) + f44(x)


@cuda.jit(device=True)
def f46(x):
    return f45(x) + f45(x)


@cuda.jit(device=True)
def f47(x):
    return f46(x) + f46(x)


@cuda.jit(device=True)
def f48(x):
    return f47(x) + f47(x)


@cuda.jit(device=True)
def f49(x):
    return f48(x) + f48(x)


@cuda.jit(device=True)
def f50(x):
    return f49(x) + f49(x)


@cuda.jit(device=True)
def f51(x):
    return f50(x) + f50(x)


@cuda.jit(device=True)
def f52(x):
    return f51(x) + f51(x)


@cuda.jit(device=True)
def f53(x):
    return f52(x) + f52(x)


@cuda.jit(device=True)
def f54(x):
    return f53(x) + f53(x)


@cuda.jit(device=True)
def f55(x):
    return f54(x) + f54(x)


@cuda.jit(device=True)
def f56(x):
    return f55(x) + f55(x)


@cuda.jit(device=True)
def f57(x):
    return f56(x) + f56(x)


@cuda.jit(device=True)
def f58(x):
    return f57(x) + f57(x)


@cuda.jit(device=True)
def f59(x):
    return f58(x) + f58(x)


@cuda.jit
def k(a, out):
    out[cuda.grid(1)] = f59(a[0])
