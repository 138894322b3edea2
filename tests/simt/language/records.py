"""Records: the kernels of that section of docs/interpreter-language.md. A docstring is what `out` holds then."""

import numpy as np
from numba import cuda, from_dtype, types

POINT = np.dtype([("x", "f4"), ("k", "i4"), ("v", "f8"), ("d", "f4", 3)], align=True)
NODE = np.dtype([("at", POINT), ("c", "u1")], align=True)
SPACED = np.dtype({"names": ["x", "y"], "formats": ["f4", "f8"], "offsets": [4, 16], "itemsize": 32})
STRUCT = types.Record.make_c_struct([("x", types.float32), ("y", types.float64)])
TABLE = np.array([(1, 2, 3, (4, 5, 6))], POINT)
DEVICE, KEY, KEYS = from_dtype(POINT), "v", ("x", "v")


@cuda.jit(device=True)
def length(point):
    return point.x * point.v


@cuda.jit(device=True)
def push(point, by):
    point.x += by


@cuda.jit(device=True)
def later(points, j):
    return points[j]


@cuda.jit
def field(r, out):
    """r['x'] + r['v']"""
    i = cuda.grid(1)
    out[i] = r[i].x + r[i].v


@cuda.jit
def field_by_key(r, out):
    """r['x'] + r['v']"""
    i = cuda.grid(1)
    out[i] = r[i]['x'] + r[i][KEY]


@cuda.jit
def field_by_number(r, out):
    """r['x'] + r['d'][:, 0]"""
    i = cuda.grid(1)
    out[i] = r[i][0] + r[i][-1][0]


@cuda.jit
def field_by_a_tuples_key(r, out):
    """r['x'] + r['v']"""
    i = cuda.grid(1)
    out[i] = r[i][KEYS[0]] + r[i][KEYS[-1]]


@cuda.jit
def field_stored(r, out):
    """3 + i"""
    i = cuda.grid(1)
    r[i].x = 3
    r[i]['x'] += i
    out[i] = r[i].x


@cuda.jit
def reference(r, out):
    """i"""
    i = cuda.grid(1)
    p = r[i]
    p.x = i
    out[i] = r[i].x


@cuda.jit
def reference_by_lane(q, r, out):
    """np.where(q, r['v'], r['v'][0])"""
    i = cuda.grid(1)
    p = r[0]
    if q[i]:
        p = r[i]
    out[i] = p.v


@cuda.jit
def reference_into_two(q, r, nodes, out):
    i = cuda.grid(1)
    p = r[i]
    if q[i]:
        p = nodes[i].at
    out[i] = p.x


@cuda.jit
def whole_record(r, nodes, out):
    """nodes['at']['k']"""
    i = cuda.grid(1)
    r[31 - i] = nodes[i].at
    out[i] = r[31 - i].k


@cuda.jit
def nested_field(nodes, out):
    """2 + nodes['at']['k']"""
    i = cuda.grid(1)
    nodes[i].at.x = 2
    out[i] = nodes[i].at.x + nodes[i]['at']['k']


@cuda.jit
def nested_record_copied(r, nodes, out):
    """r['v']"""
    i = cuda.grid(1)
    nodes[i].at = r[i]
    out[i] = nodes[i].at.v


@cuda.jit
def array_field(r, out):
    """i + 6"""
    i = cuda.grid(1)
    r[i].d[1] = i
    out[i] = r[i].d[1] + len(r[i].d) + r[i].d.shape[0]


@cuda.jit
def array_field_filled(r, out):
    """i * 0 + 6"""
    i = cuda.grid(1)
    r[i].d[:] = 2
    for y in r[i].d:
        out[i] += y


@cuda.jit
def array_field_copied(r, nodes, out):
    """nodes['at']['d'][:, 2]"""
    i = cuda.grid(1)
    r[i].d = nodes[i].at.d
    out[i] = r[i].d[2]


@cuda.jit
def field_array(r, nodes, out):
    """5 + r['d'][:, 1] + nodes['at']['k']"""
    i = cuda.grid(1)
    r['x'][i] = 5
    out[i] = r.x[i] + r['d'][i, 1] + nodes.at.k[i]


@cuda.jit
def record_grid(r, out):
    """r['v'] + r['x'] + r['k'][::-1]"""
    i = cuda.grid(1)
    p = r.reshape(4, 8)
    out[i] = p[i // 8, i % 8].v + p.T[i % 8, i // 8].x + r[::-1][i].k


@cuda.jit
def iterate_records(r, out):
    """i * 0 + r['v'][:4].sum()"""
    i = cuda.grid(1)
    for p in r[:4]:
        out[i] += p.v


@cuda.jit
def record_argument(one, out):
    """i * 0 + one['v'] + one['k']"""
    i = cuda.grid(1)
    out[i] = one.v + one['k']


@cuda.jit
def to_a_device_function(r, out):
    """(r['x'] + 1) * r['v'] + r['k']"""
    i = cuda.grid(1)
    push(r[i], 1)
    out[i] = length(r[i]) + later(r, i).k


@cuda.jit
def packed_field_array(packed, out):
    """packed['x'] + packed['c']"""
    i = cuda.grid(1)
    out[i] = packed['x'][i] + packed[i].c


@cuda.jit
def packed_field(packed, out):
    i = cuda.grid(1)
    out[i] = packed[i].x


@cuda.jit
def shared_records(r, out):
    """r['v'][::-1]"""
    i = cuda.grid(1)
    tile = cuda.shared.array(32, POINT)
    tile[i] = r[i]
    cuda.syncthreads()
    out[i] = tile[31 - i].v


@cuda.jit
def local_records(r, out):
    """r['x']"""
    i = cuda.grid(1)
    own = cuda.local.array(2, DEVICE)
    own[1] = r[i]
    out[i] = own[1].x


@cuda.jit
def dtype_of_an_argument(r, out):
    """i"""
    i = cuda.grid(1)
    tile = cuda.shared.array(32, r.dtype)
    tile[i].k = i
    out[i] = tile[i].k


@cuda.jit
def names_formats_offsets(out):
    """i * 0 + 34"""
    i = cuda.grid(1)
    own = cuda.local.array(1, SPACED)
    own[0].y = 2
    out[i] = own[0].y + own.strides[0]


@cuda.jit
def c_struct(out):
    """i * 0 + 2"""
    i = cuda.grid(1)
    own = cuda.local.array(1, STRUCT)
    own[0].y = 2
    out[i] = own[0].y


@cuda.jit
def constant_records(out):
    """i * 0 + 8"""
    i = cuda.grid(1)
    kept = cuda.const.array_like(TABLE)
    out[i] = TABLE[0].v + kept[0].d[1]


@cuda.jit
def atomic_on_a_field(r, out):
    """r['k'] + 2 * (i < 16)"""
    i = cuda.grid(1)
    cuda.atomic.add(r['k'], i // 2, 1)
    cuda.syncthreads()
    out[i] = r[i].k


@cuda.jit
def atomic_on_an_array_field(r, out):
    """r['d'][:, 1] + 2"""
    i = cuda.grid(1)
    cuda.atomic.add(r[i].d, 1, 2)
    out[i] = r[i].d[1]


@cuda.jit
def records_compared(r, out):
    i = cuda.grid(1)
    out[i] = r[i] == r[0]


@cuda.jit
def no_such_field(r, out):
    i = cuda.grid(1)
    out[i] = r[i].nothing


@cuda.jit
def record_from_a_tuple(r, out):
    i = cuda.grid(1)
    r[i] = (1.0, 2)


@cuda.jit
def field_array_assigned(r, out):
    r['x'] = 1


@cuda.jit
def record_printed(r, out):
    i = cuda.grid(1)
    print(r[i])


@cuda.jit
def key_by_a_loop(r, out):
    i = cuda.grid(1)
    for key in ("x", "v"):
        out[i] += r[i][key]


@cuda.jit
def records_filled(r, out):
    r[2:5] = r[0]
