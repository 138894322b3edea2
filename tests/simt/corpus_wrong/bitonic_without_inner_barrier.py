"""The barrier is behind the inner loop."""
from numba import cuda, int32
@cuda.jit
def kernel(a):
    s = cuda.shared.array(64, int32)
    t = cuda.threadIdx.x
    s[t] = a[t]
    cuda.syncthreads()
    k = 2
    while k <= 64:
        j = k >> 1
        while j > 0:
            p = t ^ j
            if p > t:
                if (s[t] > s[p]) == ((t & k) == 0):
                    s[t], s[p] = s[p], s[t]
            j >>= 1
        cuda.syncthreads()
        k <<= 1
    a[t] = s[t]


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (1,), "block": (64,)},
    "seed": 1,
    "args": [("a", "rng.permutation(64).astype(np.int32)")],
    "expected": {"kind": "data_race",
                 "want": {"a": "np.sort(a)"},
                 "findings": [{"key": "data_race.write_read", "line": 15, "at": "if (s[t] > s[p]) == ((t & k) == 0):", "severity": "error"},
                              {"key": "data_race.write_read", "line": 16, "at": "s[t], s[p] = s[p], s[t]", "severity": "error"}]},
}
