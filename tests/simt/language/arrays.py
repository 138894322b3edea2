"""Arrays: the kernels of that section of docs/interpreter-language.md. A docstring is what `out` holds then."""

import numpy as np
from numba import cuda


@cuda.jit
def one_axis(a, out):
    """a"""
    i = cuda.grid(1)
    out[i] = a[i]


@cuda.jit
def several_axes(m, out):
    """2 * m.reshape(-1)"""
    i = cuda.grid(1)
    out[i] = m[i // 8, i % 8] + m[i // 8][i % 8]


@cuda.jit
def tuple_index(m, out):
    """m.reshape(-1)"""
    i = cuda.grid(1)
    at = (i // 8, i % 8)
    out[i] = m[at]


@cuda.jit
def negative_index(a, out):
    """a[::-1]"""
    i = cuda.grid(1)
    out[i] = a[-1 - i]


@cuda.jit
def fortran_order(f, out):
    """f.reshape(-1)"""
    i = cuda.grid(1)
    out[i] = f[i // 8, i % 8]


@cuda.jit
def negative_strides(rev, out):
    """rev"""
    i = cuda.grid(1)
    out[i] = rev[i]


@cuda.jit
def no_dimension(single, out):
    """i * 0 + single"""
    i = cuda.grid(1)
    out[i] = single[()] + single.ndim


@cuda.jit
def slices(a, m, out):
    """np.repeat(m[:, 1], 8) + a[::-1] + a"""
    i = cuda.grid(1)
    y = a[::-1]
    out[i] = m[:, 1][i // 8] + y[i] + a[i:][0]


@cuda.jit
def slices_by_lane(a, out):
    """np.minimum(2, 32 - i)"""
    i = cuda.grid(1)
    y = a[i:i + 2]
    out[i] = y.size


@cuda.jit
def ellipsis_index(m, out):
    """np.repeat(m[:, 1], 8)"""
    i = cuda.grid(1)
    out[i] = m[..., 1][i // 8]


@cuda.jit
def store_through_a_view(out):
    """i[::-1]"""
    i = cuda.grid(1)
    y = out[::-1]
    y[i] = i


@cuda.jit
def fill_a_slice(out):
    """np.where((i > 1) & (i < 5), 7, np.where(i > 29, 9, 1))"""
    i = cuda.grid(1)
    if i == 0:
        out[:] = 1
        out[2:5] = 7
        out[30:].fill(9)


@cuda.jit
def copy_a_slice(a, out):
    out[:] = a[:]


@cuda.jit
def transposed(m, out):
    """m.reshape(-1) + m[0, 0]"""
    i = cuda.grid(1)
    out[i] = m.T[i % 8, i // 8] + m.transpose()[0, 0]


@cuda.jit
def reshaped(m, out):
    """m.reshape(-1) + m[2, 0]"""
    i = cuda.grid(1)
    out[i] = m.reshape(32)[i] + m.reshape((2, -1))[1, 0]


@cuda.jit
def reshaped_fortran(f, out):
    i = cuda.grid(1)
    out[i] = f.reshape(32)[i]


@cuda.jit
def retyped(m, out):
    """m.view(np.int32).reshape(-1).astype(float) + m.view(np.uint8)[0, 3]"""
    i = cuda.grid(1)
    out[i] = m.view(np.int32)[i // 8, i % 8] + m.view(np.uint8)[0, 3]


@cuda.jit
def raveled(m, out):
    i = cuda.grid(1)
    out[i] = m.ravel()[i]


@cuda.jit
def copied(a, out):
    i = cuda.grid(1)
    y = a.copy()
    out[i] = y[i]


@cuda.jit
def array_sum(m, out):
    """i * 0 + float(m.sum()) + float(m[0].sum())"""
    i = cuda.grid(1)
    out[i] = m.sum() + np.sum(m[0])


@cuda.jit
def array_mean(a, b, m, out):
    """i * 0 + a.mean() + float(m[1].sum() / 8) + b.mean()"""
    i = cuda.grid(1)
    out[i] = a.mean() + m[1].mean() + np.mean(b)


@cuda.jit
def array_argmax(a, out):
    i = cuda.grid(1)
    out[i] = a.argmax()


@cuda.jit
def array_max(a, out):
    i = cuda.grid(1)
    out[i] = a.max()


@cuda.jit
def array_item(single, n, out):
    """i * 0 + single + n"""
    i = cuda.grid(1)
    out[i] = single.item() + n.real


@cuda.jit
def attributes(m, out):
    """i * 0 + 32 + 2 + 8 + 32 + 4 + 128"""
    i = cuda.grid(1)
    out[i] = m.size + m.ndim + m.shape[1] + m.strides[0] + m.itemsize + m.nbytes


@cuda.jit
def shape_unpacked(m, out):
    """i * 0 + 408"""
    i = cuda.grid(1)
    rows, columns = m.shape
    out[i] = rows * 100 + columns


@cuda.jit
def iterate(m, out):
    """i * 0 + float(m.sum())"""
    i = cuda.grid(1)
    for row in m:
        for y in row:
            out[i] += y


@cuda.jit
def flat_iterator(m, out):
    i = cuda.grid(1)
    for y in m.flat:
        out[i] += y


@cuda.jit
def real_imag(z, out):
    """z.real * 10.0 + z.imag"""
    i = cuda.grid(1)
    out[i] = z.real[i] * 10 + z.imag[i]


@cuda.jit
def new_axis(m, out):
    i = cuda.grid(1)
    out[i] = m[None, 0, 0][0]


@cuda.jit
def boolean_index(a, out):
    i = cuda.grid(1)
    out[i] = a[a > 0][0]


@cuda.jit
def float_index(a, out):
    i = cuda.grid(1)
    out[i] = a[i / 2]


@cuda.jit
def too_many_indices(a, out):
    i = cuda.grid(1)
    out[i] = a[i, 0]


@cuda.jit
def whole_arrays(a, out):
    i = cuda.grid(1)
    out[i] = (a + a)[i]


@cuda.jit
def allocated(out):
    i = cuda.grid(1)
    y = np.zeros(4)
    out[i] = y[0]


@cuda.jit
def array_chosen(a, q, out):
    i = cuda.grid(1)
    y = a if q[i] else out
    out[i] = y[i]


@cuda.jit
def array_chosen_uniformly(a, n, out):
    """a"""
    i = cuda.grid(1)
    y = a if n > 3 else out
    out[i] = y[i]


@cuda.jit
def slice_object(a, out):
    i = cuda.grid(1)
    y = slice(0, 3)
    out[i] = a[y].size
