"""Every common mistake: the line marked `#!` must get exactly that key. The sentence must exist and fill its slots."""

from __future__ import annotations

import functools
import re
import tomllib
from pathlib import Path
from string import Formatter

import numpy as np
import pytest

from app.findings import Severity
from app.protocol.compiled import CompileError
from app.toolchain import compile_kernel

WORDS = Path(__file__).parents[2] / "app/grading/words/en.toml"
HEAD = """from numba import cuda, float32
import numpy as np, math, random, os
T = 16
LIST = [1, 2]
TABLE = {"x": 1}
DATA = np.zeros(3)
"""
ARGUMENTS = {"a": np.zeros(10), "b": np.zeros((4, 4)), "n": 3}

KERNELS = {
    # indices
    "index from a division above": "    m = n / 2\n    a[m] = 1  #! typing_error.float_index_from",
    "index from a division inside a tuple": "    m = n / 2\n    a[0] = b[0, m]  #! typing_error.float_index_from",
    "division in the brackets": "    a[n / 2] = 1  #! typing_error.float_index_division",
    "index read from a float array": "    i = a[0]\n    a[i] = 1  #! typing_error.float_index",
    "two indices, one axis": "    a[0, 1] = 1  #! typing_error.too_many_indices",
    "a row stored in an element": "    a[0] = b[0]  #! typing_error.array_into_element",
    "an array stored in an element": "    a[0] = b  #! typing_error.array_into_element",
    "threadIdx without an axis": "    a[cuda.threadIdx] = 1  #! typing_error.dim3",
    "threadIdx stored": "    a[0] = cuda.threadIdx  #! typing_error.dim3",
    "arithmetic on threadIdx": "    i = cuda.threadIdx + 1  #! typing_error.dim3",
    "None stored": "    x = None\n    a[0] = x  #! typing_error.element_type",
    "a pair stored": "    a[0] = (1, 2)  #! typing_error.element_type",
    "complex stored in float": "    a[0] = 1j  #! typing_error.element_type",
    "a number with brackets": "    a[0] = n[0]  #! typing_error.not_subscriptable",
    "a tuple that is changed": "    t = (1, 2)\n    t[0] = 3  #! typing_error.tuple_store",
    "a mixed tuple at a variable index": "    t = (1, 2.0)\n    a[0] = t[n]  #! typing_error.tuple_index",
    "a module array that is written": "    DATA[0] = 1  #! typing_error.readonly",
    "an index that is a tuple of axes too many": "    i = cuda.grid(2)\n    a[i] = 1  #! typing_error.too_many_indices",
    "a float beside an integer that a division made": (
        "    i = int(n / 2)\n    j = a[0]\n    a[0] = b[i, j]  #! typing_error.float_index"
    ),
    # shapes
    "shared shape from a parameter": "    s = cuda.shared.array(n, float32)  #! typing_error.shape_not_constant",
    "shared shape from the block": (
        "    s = cuda.shared.array(cuda.blockDim.x, float32)  #! typing_error.shape_not_constant"
    ),
    "local shape from an array": "    s = cuda.local.array(a.size, float32)  #! typing_error.shape_not_constant",
    "constant arithmetic in a shape": (
        "    s = cuda.shared.array((T, T + 1), float32)  #! typing_error.shape_expression\n    s[0, 0] = 1"
    ),
    "a list as shape": "    s = cuda.local.array([4, 4], float32)  #! typing_error.shape_list",
    "no dtype": "    s = cuda.shared.array(4)  #! typing_error.array_dtype",
    "Python's float as dtype": "    s = cuda.shared.array(4, float)  #! typing_error.array_dtype",
    "a word as dtype": '    s = cuda.shared.array(4, "foo")  #! typing_error.array_dtype',
    # names
    "random.random": "    a[0] = random.random()  #! typing_error.random",
    "numpy.random": "    a[0] = np.random.rand()  #! typing_error.random",
    "an undefined name": "    a[0] = zzz  #! typing_error.undefined",
    "a misspelt name": "    total = 0\n    a[0] = totl  #! typing_error.undefined_near",
    "threadIdx without its module": "    i = threadIdx.x  #! typing_error.undefined_near",
    "a type that is not imported": "    s = cuda.shared.array(4, float16)  #! typing_error.undefined_near",
    "used before it is set": "    a[0] = x  #! typing_error.unset\n    x = 1",
    "an attribute that arrays lack": "    a[0] = a.length  #! typing_error.array_attribute",
    "append to an array": "    a.append(3)  #! typing_error.array_attribute",
    "an attribute of a number": "    a[0] = n.size  #! typing_error.attribute",
    "threadIdx.w": "    i = cuda.threadIdx.w  #! typing_error.dim3_attribute",
    "cuda.threadidx": "    i = cuda.threadidx.x  #! typing_error.no_such_name_near",
    "a name that math lacks": "    a[0] = math.zzz(3)  #! typing_error.no_such_name",
    "os in a kernel": '    os.remove("x")  #! typing_error.module_attribute',
    "open in a kernel": '    f = open("x")  #! typing_error.builtin',
    "input in a kernel": "    x = input()  #! typing_error.builtin",
    "a global dictionary": '    a[0] = TABLE["x"]  #! typing_error.global_type',
    "setting an attribute": "    a.x = 3  #! typing_error.set_attribute",
    # containers and memory
    "a list": "    v = [1, 2, 3]  #! typing_error.container\n    a[0] = v[0]",
    "a list comprehension": "    v = [x for x in range(3)]  #! typing_error.container\n    a[0] = v[1]",
    "a dictionary": "    d = {1: 2}  #! typing_error.container\n    a[0] = d[1]",
    "a set": "    s = {1, 2}  #! typing_error.container\n    a[0] = 1",
    "a global list": "    a[0] = LIST[0]  #! typing_error.global_type",
    "np.zeros": "    t = np.zeros(3)  #! typing_error.allocates\n    a[0] = t[0]",
    "adding whole arrays": "    c = a + a  #! typing_error.whole_array",
    "a ufunc without device code": "    a[0] = np.sqrt(a[1])  #! typing_error.numpy_math",
    "a ufunc that math lacks": "    a[0] = np.abs(a[1]) * 2  #! typing_error.numpy_function",
    "a walrus": "    i = 0\n    if (j := cuda.grid(1)) < a.size:  #! typing_error.walrus\n        a[j] = i",
    "matrix product": "    c = b @ b  #! typing_error.whole_array",
    "an f-string": '    print(f"{a[0]}")  #! typing_error.construct',
    # control
    "returns a value": "    return a[0]  #! typing_error.returns_value",
    "returns on one path": "    if a[0] > 1:\n        return 0  #! typing_error.returns_value\n    a[0] = 1",
    "comparing whole arrays": "    if a == a:  #! typing_error.array_truth\n        a[0] = 1",
    "an array as a condition": "    while a:  #! typing_error.array_truth\n        a[0] = 1",
    "a pair against a number": "    i = cuda.grid(2)\n    if i < a.size:  #! typing_error.operands\n        a[0] = 1",
    "a float squared by a caret": "    a[0] = a[1] ^ 2  #! typing_error.caret",
    "counting a comparison": "    n += cuda.syncthreads_count(a[0] > 1)  #! typing_error.predicate",
    "an atomic on a number": "    cuda.atomic.add(n, 0, 1)  #! typing_error.atomic_target",
    "shifting a float": "    a[0] = a[0] << 1  #! typing_error.operands",
    "with": '    with open("x") as f:  #! typing_error.construct\n        a[0] = 2',
    "try": "    try:  #! typing_error.construct\n        a[0] = 1\n    except Exception:\n        a[0] = 2",
    "yield": "    a[0] = 1\n    yield 1  #! typing_error.construct",
    "class": "    class X: pass  #! typing_error.construct\n    a[0] = 1",
    "global": "    global T  #! typing_error.construct\n    T = 5",
    "import": "    import math  #! typing_error.construct\n    a[0] = 1",
    "del": "    del a[0]  #! typing_error.construct",
    # calls
    "calling an array": "    a[0] = a(0)  #! typing_error.not_callable",
    "grid without dimensions": "    i = cuda.grid()  #! typing_error.grid_dimensions",
    "grid(4)": "    i = cuda.grid(4)  #! typing_error.grid_dimensions",
    "grid of a variable": "    i = cuda.grid(a.size)  #! typing_error.grid_dimensions",
    "unpacking one number": "    x, y = cuda.grid(1)  #! typing_error.unpack",
    "atomic without an index": "    cuda.atomic.add(a[0], 1)  #! typing_error.atomic_target",
    "unpacking three into two": "    x, y = cuda.grid(3)  #! typing_error.unpack_count",
    "two kinds of array": (
        "    x = a\n    for i in range(n):\n        x = b  #! typing_error.unify\n    cuda.atomic.add(x, 0, 1)"
    ),
    "a number made of a word": "    a[0] = np.int32('z')  #! typing_error.function_types",
    "two kinds of array in a ternary": "    y = a if n else b  #! typing_error.unify\n    y[0] = 1",
    "a loop over a number": "    for v in n:  #! typing_error.not_iterable\n        a[0] = v",
    "print with end": "    print(n, end='')  #! typing_error.print_keyword",
    "print with a format": "    print('{}'.format(n))  #! typing_error.attribute",
    "an atomic on bytes": "    cuda.atomic.add(cuda.shared.array(4, np.int8), 0, 1)  #! typing_error.atomic_dtype",
    "a compare and swap of floats": "    cuda.atomic.cas(a, 0, 1.0, 2.0)  #! typing_error.atomic_dtype",
    "an atomic that there is not": "    cuda.atomic.mul(a, 0, 2)  #! typing_error.no_such_name",
    "shared.zeros": "    s = cuda.shared.zeros(T, float32)  #! typing_error.no_such_name",
    "shared.array with square brackets": "    s = cuda.shared.array[T, float32]  #! typing_error.call_brackets",
    "threadIdx with square brackets": "    i = cuda.threadIdx[0]  #! typing_error.not_subscriptable",
    "threadIdx with round brackets": "    i = cuda.threadIdx()  #! typing_error.not_callable",
    "shape called": "    a[0] = a.shape(0)  #! typing_error.not_callable",
    "an axis that the shape lacks": "    a[0] = a.shape[3]  #! typing_error.tuple_range",
    "an index against a shape": "    i = cuda.grid(1)\n    if i < a.shape:  #! typing_error.operands\n        a[i] = 1",
    "whole numbers divided in place": "    i = n\n    i /= 2  #! typing_error.divided_in_place\n    a[i] = 1",
    "a comma too many": "    a[0] = a[1],  #! typing_error.element_type",
    "brackets once too often": "    a[0][0] = 1  #! typing_error.not_subscriptable",
    "a number of twenty digits": "    a[0] = 100000000000000000000  #! typing_error.too_large",
    "a rest that is unpacked": "    x, *y = (1, 2, 3)  #! typing_error.construct\n    a[0] = x",
    "with an array": "    with a:  #! typing_error.construct\n        pass",
    "max of math": "    a[0] = math.max(1, 2)  #! typing_error.no_such_name",
    "float of NumPy": "    a[0] = np.float(3)  #! typing_error.no_such_name_near",
    "a copy of an array": "    x = a.copy()  #! typing_error.allocates\n    a[0] = x[0]",
    "to_device in a kernel": "    d = cuda.to_device(a)  #! typing_error.module_attribute",
    "the time": "    import time  #! typing_error.construct\n    a[0] = time.time()",
    "a word stored": "    a[0] = 'x'  #! typing_error.element_type",
    "a shuffle without its mask": "    a[0] = cuda.shfl_down_sync(a[0], 1)  #! typing_error.call",
    "sorted": "    x = sorted(a)  #! typing_error.allocates",
    "printing an array": "    print(a)  #! typing_error.print",
    "str": "    s = str(n)  #! typing_error.builtin\n    a[0] = len(s)",
    "a numpy function of arrays": "    a[0] = np.dot(a, a)  #! typing_error.not_on_device",
    "sorting": "    a.sort()  #! typing_error.not_on_device",
    "arithmetic in place on an array": "    a += 1  #! typing_error.whole_array",
    "a fault that nobody foresaw": "    a[0] = a.sum(axis=5)  #! typing_error",
    "math on an array": "    a[0] = math.sqrt(b)  #! typing_error.function_types",
    "len of a number": "    a[0] = len(n)  #! typing_error.function_types",
    "a variable of two types": (
        "    x = 0\n    for i in range(3):\n        x = a\n    a[0] = x[0]  #! typing_error.not_subscriptable"
    ),
}

MODULES = {
    "plain helper": """
def cube(x):
    return x ** 3
@cuda.jit
def k(a, b, n):
    a[0] = cube(a[0])  #! typing_error.plain_helper
""",
    "helper with too few arguments": """
@cuda.jit(device=True)
def add(x, y):
    return x + y
@cuda.jit
def k(a, b, n):
    a[0] = add(1)  #! typing_error.argument_count
""",
    "helper with an unknown keyword": """
@cuda.jit(device=True)
def add(x, y=1):
    return x + y
@cuda.jit
def k(a, b, n):
    a[0] = add(1, z=2)  #! typing_error.keyword
""",
    "helper that returns nothing": """
@cuda.jit(device=True)
def add(x, y):
    x += y
@cuda.jit
def k(a, b, n):
    a[0] = add(1, 2)  #! typing_error.element_type
""",
    "whole numbers divided in place in an array": """
@cuda.jit
def k(a, b, n):
    c = cuda.shared.array(4, np.int32)
    c[0] /= 2  #! typing_error.divided_in_place
    a[0] = c[0]
""",
    "helpers that call each other": """
@cuda.jit(device=True)
def even(x):
    return True if x == 0 else odd(x - 1)  #! typing_error.recursion
@cuda.jit(device=True)
def odd(x):
    return False if x == 0 else even(x - 1)
@cuda.jit
def k(a, b, n):
    a[0] = even(3)
""",
    "fault inside a helper": """
@cuda.jit(device=True)
def pick(x, i):
    j = i / 2
    return x[j]  #! typing_error.float_index_from
@cuda.jit
def k(a, b, n):
    a[0] = pick(a, n)
""",
    "launch from a kernel": """
@cuda.jit
def j(a):
    a[0] = 1
@cuda.jit
def k(a, b, n):
    j[1, 32](a)  #! typing_error.launch_inside
""",
    "endless recursion": """
@cuda.jit(device=True)
def f(n):
    return f(n - 1) + 1  #! typing_error.recursion
@cuda.jit
def k(a, b, n):
    a[0] = f(3)
""",
    "too few parameters": "@cuda.jit\ndef k(a):  #! typing_error.parameters\n    a[0] = 1\n",
    "too many parameters": "@cuda.jit\ndef k(a, b, n, m):  #! typing_error.parameters\n    a[0] = 1\n",
    "variadic": "@cuda.jit\ndef k(a, *rest):  #! typing_error.variadic\n    a[0] = 1\n",
    "declared for other types": """
@cuda.jit("void(float32[:], float64[:, :], int64)")  #! typing_error.signature
def k(a, b, n):
    a[0] = 1
""",
    "declared to return": """
@cuda.jit("float64(float64[:], float64[:, :], int64)")  #! typing_error.returns_declared
def k(a, b, n):
    return a[0]
""",
    "declared helper with a fault": """
@cuda.jit("float64(float64)", device=True)
def h(x):
    return x[0]  #! typing_error.not_subscriptable
@cuda.jit
def k(a, b, n):
    a[0] = h(1.0)
""",
    "async": "@cuda.jit\nasync def k(a, b, n):  #! typing_error.construct\n    a[0] = 1\n",
    "no decorator": "def k(a, b, n):  #! missing_entry.undecorated\n    a[0] = 1\n",
    "device function": "@cuda.jit(device=True)  #! missing_entry.device\ndef k(a, b, n):\n    a[0] = 1\n",
    "CPU decorator": "import numba\n@numba.njit  #! missing_entry.cpu\ndef k(a, b, n):\n    a[0] = 1\n",
    "a number": "k = 5  #! missing_entry.other\n",
    "another name": "@cuda.jit\ndef kk(a, b, n):  #! missing_entry.near\n    a[0] = 1\n",
    "nothing": "x = 1  #! missing_entry -\n",
    "syntax": "def k(:  #! syntax_error\n    pass\n",
    "indentation": "def k(a):\npass  #! syntax_error\n",
    "return outside": "return 5  #! syntax_error\n",
    "null": "x = 1\ny = '\0'  #! syntax_error.null\n",
    "nested": "x = " + "-" * 100_000 + "1  #! syntax_error.nested -\n",
    "raises": "x = 1 / 0  #! source_error\n",
    "raises in a function": "def f():\n    raise ValueError('no')  #! source_error\nf()\n",
    "a decorator that is not imported": "@jit  #! source_error.name\ndef k(a, b, n): pass\n",
    "exit": "import sys\nsys.exit(0)  #! source_error.exit\n",
    "deep": "def f():\n    f()  #! source_error.recursion\nf()\n",
    "unknown module": "import torchvision  #! source_error.import\n",
    "unknown name in a module": "from math import foo  #! source_error.import_name\n",
    "absent file": "open('/nowhere/x')  #! forbidden.file\n",
    "host code": "d = cuda.to_device(DATA)  #! source_error.device\n",
    "launch": "@cuda.jit\ndef k(a): pass\nk[1, 1](DATA)  #! source_error.device\n",
    "exception without a text": """
class Odd(Exception):
    def __str__(self): raise RuntimeError
raise Odd  #! source_error
""",
    "shared memory beyond the block's": """
@cuda.jit
def k(a, b, n):
    s = cuda.shared.array((200, 200), float32)  #! compile_limit.shared
    s[n, n] = a[0]
    cuda.syncthreads()
    a[0] = s[n - 1, 0]
""",
    "launch bounds": ("@cuda.jit(launch_bounds='x')\ndef k(a, b, n):  #! typing_error.translator\n    a[0] = 1\n"),
    "a limit of recursion that is too low for us": (
        "import sys; sys.setrecursionlimit(5); cuda.jit(lambda x: x)  #! source_error.recursion\n"
    ),
    "local memory beyond a thread's": """
@cuda.jit
def k(a, b, n):
    v = cuda.local.array(1_000_000, float32)  #! compile_limit.local
    v[n] = a[0]
    a[0] = v[n - 1]
""",
    "constants beyond the GPU's": """
MANY = np.arange(20_000.0)
@cuda.jit
def k(a, b, n):  #! compile_limit.globals
    a[0] = MANY[n]
""",
    "linked file": "@cuda.jit(link=['x.cu'])  #! compile_limit.link\ndef k(a, b, n):\n    a[0] = 1\n",
    "foreign function": """
foreign = cuda.declare_device("foreign", "float64(float64)")
@cuda.jit
def k(a, b, n):  #! compile_limit.external
    a[0] = foreign(a[1])
""",
    "arithmetic on bfloat16": """
from numba.cuda import bf16
@cuda.jit
def k(a, b, n):  #! compile_limit.half
    h = bf16.float32_to_bfloat16(np.float32(n))
    a[0] = bf16.bfloat16_to_float32(h * h)
""",
    "reshape": """
@cuda.jit
def k(a, b, n):  #! compile_limit.reshape
    v = a.reshape((5, 2))
    v[0, 0] = 1
""",
    "device launch by declaration": """
launch = cuda.declare_device("cudaLaunchDeviceV2", "int32(int64, int64)")
@cuda.jit
def k(a, b, n):  #! compile_limit.launch
    a[0] = launch(0, 0)
""",
}
ALL = {name: HEAD + "@cuda.jit\ndef k(a, b, n):\n" + body + "\n" for name, body in KERNELS.items()} | {
    name: HEAD + body for name, body in MODULES.items()
}


@functools.cache
def findings_of(name: str) -> tuple:
    with pytest.raises(CompileError) as caught:
        compile_kernel(ALL[name], "k", ARGUMENTS)
    return caught.value.findings


@pytest.mark.parametrize("name", ALL)
def test_the_mistake_gets_its_sentence_and_line(name: str) -> None:
    source = ALL[name]
    match = re.search(r"#! (\S+)( -)?", source)
    assert match is not None
    line = None if match[2] else source.count("\n", 0, match.start()) + 1
    (finding,) = findings_of(name)
    assert (finding.message_key, finding.line, finding.severity) == (match[1], line, Severity.ERROR)


@pytest.mark.parametrize("name", ALL)
def test_the_sentence_is_in_the_table_and_has_every_slot(name: str) -> None:
    (finding,) = findings_of(name)
    words = tomllib.loads(WORDS.read_text("utf-8"))["finding"][finding.message_key]
    slots = {slot for text in words.values() for _, slot, _, _ in Formatter().parse(text) if slot}
    assert slots <= {*finding.args, "line"}


@pytest.mark.parametrize("name", ALL)
def test_no_sentence_tells_of_paths_or_addresses(name: str) -> None:
    (finding,) = findings_of(name)
    assert not re.search(r"0x[0-9a-f]{6}|site-packages|\x1b|Failed in", str(dict(finding.args)))
