"""while else: the place to insert where nothing is found."""
from numba import cuda
@cuda.jit
def kernel(a, out):
    i = cuda.grid(1)
    lo, hi = 0, a.size - 1
    found = -1
    while lo <= hi:
        mid = (lo + hi) // 2
        if a[mid] == i * 3:
            found = mid
            break
        elif a[mid] < i * 3: lo = mid + 1
        else: hi = mid - 1
    else:
        found = -(lo + 1)
    out[i] = found


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (1,), "block": (32,)},
    "seed": 1,
    "args": [("a", "np.arange(0,60,2)"),
             ("out", "np.zeros(32,np.int64)")],
    "expected": {"kind": "ok",
                 "values": {"out": '[(list(a).index(3*i) if 3*i in a else -(int(np.searchsorted(a,3*i))+1)) for i in range(32)]'}},
}
