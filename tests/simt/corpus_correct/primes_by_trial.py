"""for else with continue in both loops."""
from numba import cuda
@cuda.jit
def kernel(out):
    i = cuda.grid(1)
    c = 0
    n = 1
    while c <= i:
        n += 1
        for d in range(2, n):
            if d * d > n:
                continue
            if n % d == 0:
                break
        else:
            c += 1
            continue
        pass
    out[i] = n


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (1,), "block": (32,)},
    "seed": 1,
    "args": [("out", "np.zeros(32,np.int64)")],
    "expected": {"kind": "ok",
                 "values": {"out": '[p for p in range(2,200) if all(p%d for d in range(2,p))][:32]'}},
}
