"""CUDA: the kernels of that section of docs/interpreter-language.md. A docstring is what `out` holds then."""

import math

import numpy as np
from numba import cuda, float32, float64, int32, uint8
from numba.cuda import libdevice
from numba.cuda.random import xoroshiro128p_normal_float32, xoroshiro128p_uniform_float32, xoroshiro128p_uniform_float64

TILE = 32
WEIGHTS = np.array([0.25, 0.5, 0.25])


@cuda.jit
def indices(out):
    """i * 0 + 32"""
    out[cuda.grid(1)] = cuda.gridsize(1)


@cuda.jit
def indices_of_axes(out):
    """i"""
    x1, y1 = cuda.grid(2)
    x2, y2, z2 = cuda.grid(3)
    out[x1] = x2 + y1 + z2


@cuda.jit
def thread_and_block(out):
    """i * 0 + 2"""
    out[cuda.threadIdx.x + cuda.blockIdx.x * cuda.blockDim.x] = cuda.gridDim.y + cuda.blockDim.z + cuda.threadIdx.y


@cuda.jit
def lane(out):
    """i + 32"""
    i = cuda.grid(1)
    out[i] = cuda.laneid + cuda.warpsize


@cuda.jit
def shared_array(out):
    """31 - i"""
    i = cuda.grid(1)
    tile = cuda.shared.array((2, TILE), float32)
    tile[1, i] = i
    cuda.syncthreads()
    out[i] = tile[1, 31 - i]


@cuda.jit
def shared_array_keywords(out):
    """i"""
    i = cuda.grid(1)
    tile = cuda.shared.array(shape=TILE, dtype=np.int32)
    more = cuda.shared.array(TILE, 'float64')
    tile[i] = i
    more[i] = tile[i]
    out[i] = more[i]


@cuda.jit
def dynamic_shared(out):
    """31 - i"""
    i = cuda.grid(1)
    words = cuda.shared.array(0, float32)
    bytes_ = cuda.shared.array(0, uint8)
    words[i] = i
    cuda.syncwarp()
    out[i] = words[31 - i] + bytes_[3]


@cuda.jit
def dynamic_shared_parts(out):
    """3 * i"""
    i = cuda.grid(1)
    pool = cuda.shared.array(0, float32)
    first, second = pool[:32], pool[32:64]
    first[i] = i
    second[i] = 2 * i
    out[i] = first[i] + second[i]


@cuda.jit
def shared_size_by_a_variable(n, out):
    i = cuda.grid(1)
    tile = cuda.shared.array(n, float32)
    out[i] = tile.size


@cuda.jit
def shared_size_by_an_expression(out):
    i = cuda.grid(1)
    tile = cuda.shared.array(TILE + 1, float32)
    out[i] = tile.size


@cuda.jit
def local_array(out):
    """i + 2"""
    i = cuda.grid(1)
    own = cuda.local.array(3, float64)
    for k in range(3):
        own[k] = k + i
    out[i] = own[2]


@cuda.jit
def constant_array(out):
    """WEIGHTS[i % 3]"""
    i = cuda.grid(1)
    kept = cuda.const.array_like(WEIGHTS)
    out[i] = kept[i % 3]


@cuda.jit
def atomic_arithmetic(w, out):
    """i"""
    i = cuda.grid(1)
    old = cuda.atomic.add(w, 0, 1)
    cuda.atomic.sub(w, 1, 2)
    out[i] = old


@cuda.jit
def atomic_extremes(w, out):
    """i * 0 + 31 - 3100"""
    i = cuda.grid(1)
    cuda.atomic.max(w, 0, i)
    cuda.atomic.min(w, 1, -i)
    cuda.syncthreads()
    out[i] = w[0] + w[1] * 100


@cuda.jit
def atomic_bits(w, out):
    """i * 0 + 255"""
    i = cuda.grid(1)
    cuda.atomic.or_(w, 0, 1 << (i % 8))
    cuda.atomic.xor(w, 1, 1)
    cuda.syncthreads()
    out[i] = w[0]


@cuda.jit
def atomic_counters(w, uw, out):
    """i * 0 + 7"""
    i = cuda.grid(1)
    cuda.atomic.inc(uw, 0, 9)
    cuda.atomic.dec(uw, 1, 9)
    cuda.atomic.exch(w, 2, 5)
    cuda.syncthreads()
    out[i] = uw[0] + w[2]


@cuda.jit
def atomic_swaps(w, out):
    """(i == 0) + 7.0"""
    i = cuda.grid(1)
    won = cuda.atomic.cas(w, 0, 0, i + 1) == 0
    cuda.atomic.compare_and_swap(w[1:], 0, 7)
    cuda.syncthreads()
    out[i] = won + w[1]


@cuda.jit
def atomic_on_axes(m, out):
    """i * 0 + 1"""
    i = cuda.grid(1)
    cuda.atomic.add(m, (1, 2), 1)
    out[i] = 1


@cuda.jit
def atomic_mul(w, out):
    cuda.atomic.mul(w, 0, 2)


@cuda.jit
def barrier(out):
    """i * 0 + 1"""
    i = cuda.grid(1)
    cuda.syncthreads()
    out[i] = 1


@cuda.jit
def voting_barriers(out):
    """i * 0 + 1028"""
    i = cuda.grid(1)
    k = 1 if i > 3 else 0
    out[i] = cuda.syncthreads_count(k) + 100 * cuda.syncthreads_and(k) + 1000 * cuda.syncthreads_or(k)


@cuda.jit
def warp_barrier(out):
    """i * 0 + 1"""
    i = cuda.grid(1)
    cuda.syncwarp()
    cuda.syncwarp(0xFFFFFFFF)
    out[i] = 1


@cuda.jit
def fences(out):
    """i * 0 + 1"""
    i = cuda.grid(1)
    cuda.threadfence()
    cuda.threadfence_block()
    cuda.threadfence_system()
    out[i] = 1


@cuda.jit
def grid_sync(out):
    """i * 0 + 1"""
    i = cuda.grid(1)
    grid = cuda.cg.this_grid()
    grid.sync()
    out[i] = 1


@cuda.jit
def shuffles(out):
    """3 + np.minimum(i + 1, 31) + np.maximum(i - 1, 0) + (i ^ 1)"""
    i = cuda.grid(1)
    full = 0xFFFFFFFF
    out[i] = cuda.shfl_sync(full, i, 3) + cuda.shfl_down_sync(full, i, 1) + cuda.shfl_up_sync(full, i, 1) + cuda.shfl_xor_sync(full, i, 1)


@cuda.jit
def votes(out):
    """i * 0 + 22"""
    i = cuda.grid(1)
    full = 0xFFFFFFFF
    out[i] = cuda.all_sync(full, i > 3) + 2 * cuda.any_sync(full, i > 3) + 4 * cuda.eq_sync(full, 1) + cuda.ballot_sync(full, i == 4)


@cuda.jit
def matches(out):
    """((1 << (i % 16)) * 65537).astype(np.int32) + 1.0"""
    i = cuda.grid(1)
    y, k = cuda.match_all_sync(0xFFFFFFFF, 1)
    out[i] = cuda.match_any_sync(0xFFFFFFFF, i % 16) + k


@cuda.jit
def active_mask(out):
    """np.where(i < 4, 15 + 2 ** np.minimum(i, 4) - 1, 0)"""
    i = cuda.grid(1)
    if i < 4:
        out[i] = cuda.activemask() + cuda.lanemask_lt()


@cuda.jit
def bits(b, out):
    """[bin(int(y) & 0xFFFFFFFF).count('1') + 32 - int(k).bit_length() + ((int(k) & -int(k)).bit_length()) for y, k in zip(b, i)]"""
    i = cuda.grid(1)
    out[i] = cuda.popc(b[i]) + cuda.clz(np.int32(i)) + cuda.ffs(i)


@cuda.jit
def arithmetic(a, q, out):
    """2 * a + 1 + np.where(q, 1, 2) + 2"""
    i = cuda.grid(1)
    out[i] = cuda.fma(a[i], 2.0, 1.0) + cuda.selp(q[i], 1, 2) + cuda.cbrt(8.0)


@cuda.jit
def random_numbers(states, out):
    """i * 0 + 2"""
    i = cuda.grid(1)
    y = xoroshiro128p_uniform_float32(states, i)
    k = xoroshiro128p_normal_float32(states, i)
    out[i] = (0 <= y < 1) + (k == k)


@cuda.jit
def half_functions(h, out):
    """(h * h + h).astype(float)"""
    i = cuda.grid(1)
    out[i] = cuda.fp16.hfma(h[i], h[i], h[i])


@cuda.jit
def libdevice_functions(a, out):
    """a ** -0.5"""
    i = cuda.grid(1)
    out[i] = libdevice.rsqrt(a[i])


@cuda.jit
def nanosleep(out):
    """i * 0 + 1"""
    i = cuda.grid(1)
    cuda.nanosleep(10)
    out[i] = 1


@cuda.jit
def vector_types(out):
    i = cuda.grid(1)
    y = cuda.float32x4(1, 2, 3, 4)
    out[i] = y.z


@cuda.jit
def host_only(a, out):
    i = cuda.grid(1)
    y = cuda.to_device(a)
    out[i] = 1


@cuda.jit
def synchronize_within(out):
    cuda.synchronize()
