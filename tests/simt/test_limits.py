"""Nothing a learner writes hangs the interpreter, eats memory, or comes out as an exception."""

import numpy as np
import pytest

from app.simt import Checks, Limits, launch

HEAD = "from numba import cuda, float32, float64\nimport numpy as np\n"


def kernel(*lines, before=""):
    return HEAD + before + "@cuda.jit\ndef k(a):\n" + "".join(f"    {line}\n" for line in lines)


def run(source, *, grid=1, block=64, steps=2_000, args=None, **more):
    report = launch(
        source,
        "k",
        grid=grid,
        block=block,
        args=[np.zeros(4)] if args is None else args,
        checks=Checks.none(),
        limits=Limits(steps=steps),
        **more,
    )
    return [found.message_key for found in report.findings]


DEVICE = "@cuda.jit(device=True)\n"
DOUBLING = (
    DEVICE
    + "def f0(x):\n    return x\n"
    + "".join(f"{DEVICE}def f{n}(x):\n    return f{n - 1}(x) + f{n - 1}(x)\n" for n in range(1, 30))
)
ENORMOUS = {
    "power_of_powers": kernel("a[0] = N", before="N = 10 ** 10 ** 10\n"),
    "shift": kernel("a[0] = N", before="N = 1 << 10 ** 9\n"),
    "tuple": kernel("a[0] = N[0]", before="N = (1,) * 10 ** 9\n"),
    "string": kernel("a[0] = len(N)", before="N = 'a' * 10 ** 10\n"),
    "zeros": kernel("a[0] = N[0]", before="N = np.zeros(10 ** 12)\n"),
    "range": kernel("a[0] = N[0]", before="N = np.arange(10 ** 15)\n"),
    "outer_product": kernel("a[0] = N[0, 0]", before="M = np.zeros(10 ** 6)\nN = M.reshape(10 ** 6, 1) * M\n"),
    "many_arrays": kernel("a[0] = N[0]", before="M = np.zeros(10 ** 6)\n" + "N = M + 1\n" * 500),
    "tuple_of_tuples": kernel("a[0] = C[0][0][0]", before="A = (1,) * 4000\nB = (A,) * 4000\nC = (B,) * 4000\n"),
    "array_of_lists": kernel("a[0] = C[0, 0]", before="A = [1] * 4000\nB = [A] * 4000\nC = np.array(B)\n"),
    "huge_elements": kernel("a[0] = N[0]", before="N = np.zeros(1000, 'V1000000000')\n"),
    "grid_sync": kernel("cuda.cg.this_grid().sync()"),
    "shared": kernel("s = cuda.shared.array((10 ** 6, 10 ** 6), float32)", "s[0, 0] = 1"),
    "local": kernel("s = cuda.local.array(10 ** 9, float32)", "s[0] = 1"),
    "nested_tuples": kernel("t = (1, 1)", *["t = (t, t)"] * 40, "a[0] = 1"),
    "joined_tuples": kernel("t = (1, 1)", *["t = t + t"] * 40, "a[0] = t[0]"),
    "literal": kernel("a[0] = " + "9" * 4000),
    "expression": kernel("a[0] = " + "+".join(["1"] * 5000)),
    "minus_signs": kernel("a[0] = " + "-" * 5000 + "1"),
    "source": "#" * 300_000,
    "endless": kernel("while True:", "    pass"),
    "waiting": kernel("while a[0] == 0:", "    cuda.syncthreads()"),
    "long_range": kernel("for i in range(10 ** 18):", "    a[0] = i"),
    "recursion": kernel(
        "a[0] = f(1)", before=DEVICE + "def f(x):\n    if x < 0:\n        return 0\n    return f(x + 1)\n"
    ),
    "doubling_calls": kernel("a[0] = f29(1)", before=DOUBLING),
}


@pytest.mark.parametrize("name", ENORMOUS)
def test_what_is_too_much_ends_as_one_finding(name):
    (key,) = run(ENORMOUS[name], grid=100_000 if name == "grid_sync" else 1)
    assert key.partition(".")[0] in {"unsupported", "syntax_error", "timeout", "launch_config"}


def test_deeply_nested_loops_are_lowered_once_a_level():
    lines = [f"{'    ' * n}while x < {n + 5}:" for n in range(16)]
    assert run(kernel("x = 0", *lines, "    " * 16 + "x = x + 1.5", "a[0] = x")) == []


def test_a_factory_that_calls_itself_twice_is_cut_off():
    before = "def make(x):\n    a = make(x)\n    b = make(x)\n    return a\nr = make(1)\n"
    assert run(kernel("a[0] = 1", before=before)) == []


def test_printing_stops_at_its_limit():
    source = kernel("for i in range(500):", "    print('a line of text', i)")
    report = launch(source, "k", grid=1, block=64, args=[np.zeros(1)], checks=Checks.none())
    assert len(report.stdout.encode()) == 64 << 10


@pytest.mark.parametrize(
    ("source", "key"),
    [
        ("def k(:", "syntax_error"),
        (HEAD, "missing_entry"),
        ("k = 3", "missing_entry"),
        (HEAD + "def k(a):\n    pass\n", "missing_entry.undecorated"),
        (HEAD + DEVICE + "def k(a):\n    return a\n", "missing_entry.device"),
        (kernel("a[0] = x", before="import os\nx = os.getpid()\n"), "unsupported.module"),
        (kernel("a[0] = 1", before="exec('x = 1')\n"), "unsupported.module"),
        (kernel("a[0] = W[0]", before="import os\nW = np.zeros(3)\nW[0] = os.getpid()\n"), "unsupported.module"),
        (kernel("a[0] = W[0]", before="W = np.zeros(3)\nW.fill(2)\n"), "unsupported.module"),
        (kernel("a[0] = W[0]", before="W = np.zeros(3)\nV = W[1:]\nnp.random.shuffle(V)\n"), "unsupported.module"),
        (kernel("a[0] = W[0]", before="W = [1]\nW[0] = W\n"), "unsupported.module"),
        (kernel("a[0] = W", before="W = 1\ndef f():\n    global W\n    W = 2\nf()\n"), "unsupported.module"),
        (kernel("a[0] = W", before="W = 0\nwhile W < 3:\n    W += 1\n"), "unsupported.module"),
        (kernel("a[0] = __import__('os').getpid()"), "unsupported.call"),
        (kernel("a[0] = a.__class__"), "unsupported.attribute"),
    ],
)
def test_a_module_that_cannot_be_read_says_why(source, key):
    assert run(source) == [key]


@pytest.mark.parametrize(
    ("grid", "block", "key"),
    [
        (1, 1025, "launch_config.limit"),
        (1, (64, 32), "launch_config.threads"),
        (1, (1, 1, 65), "launch_config.limit"),
        ((1, 65_536), 1, "launch_config.limit"),
        (2**31, 1, "launch_config.limit"),
        (0, 1, "launch_config.positive"),
        (1, -3, "launch_config.positive"),
        (4.0, 1, "launch_config.integer"),
        ("1", 1, "launch_config.integer"),
        (True, 1, "launch_config.integer"),
        ((1, 1, 1, 1), 1, "launch_config.dimensions"),
        ((), 1, "launch_config.dimensions"),
    ],
)
def test_a_launch_that_no_device_takes_is_one_finding(grid, block, key):
    report = launch(kernel("a[0] = 1"), "k", grid=grid, block=block, args=[np.zeros(1)], checks=Checks.none())
    assert [found.message_key for found in report.findings] == [key]


def test_arguments_are_counted():
    assert run(kernel("a[0] = 1"), args=[np.zeros(1), 2]) == ["launch_config.arguments"]


def test_shared_memory_is_counted_static_and_dynamic_together():
    source = kernel("s = cuda.shared.array(1024, float32)", "s[0] = 1")
    assert run(source, shared_bytes=44 << 10) == []
    assert run(source, shared_bytes=(44 << 10) + 1) == ["launch_config.shared_total"]


def test_a_launch_with_every_check_off_still_ends_with_a_timeout():
    assert run(kernel("while True:", "    pass")) == ["timeout"]


def test_the_budget_ends_at_about_the_same_round_however_blocks_are_grouped():
    source = (
        HEAD + "@cuda.jit\ndef k(a):\n    n = 0\n    while n >= 0:\n        n += 1\n        a[cuda.blockIdx.x] = n\n"
    )
    rounds = []
    for lanes in (1024, 4096):
        reached = np.zeros(4, np.int64)
        limits = Limits(steps=3_000, lanes=lanes)
        launch(source, "k", grid=4, block=1024, args=[reached], checks=Checks.none(), limits=limits)
        rounds.append(reached.sum())
    assert rounds[0] == pytest.approx(rounds[1], rel=0.01)


def test_lanes_that_miss_leave_the_rest_of_an_array_as_it_was():
    a = np.full(4, 9.0)
    launch(kernel("a[cuda.grid(1) * 3] = 1"), "k", grid=1, block=64, args=[a], checks=Checks.none())
    np.testing.assert_array_equal(a, [1, 9, 9, 1])


def test_a_loop_that_outlasts_the_time_is_named_whatever_steps_are_left():
    source = kernel("while a[0] >= 0:", "    a[1] += 1")
    limits = Limits(steps=10**12, seconds=0.2)
    report = launch(source, "k", grid=1, block=1, args=[np.zeros(4)], limits=limits)
    assert [(found.message_key, found.line) for found in report.findings] == [("timeout", 5)]


GROWING = {
    "pow": "N = pow(9, 10 ** 17)\n",
    "round": "N = round(5, -10 ** 12)\n",
    "objects": "N = np.arange(10).reshape(1, 10).sum(0, 'O')[0]\n",
    "squares": "N = 1 << 4000\nfor i in range(60):\n    N = np.square(N)\n",
    "records": "N = np.zeros(10 ** 5).astype(np.dtype([('f', 'f4', 1000)]))[0]\n",
    "texts": "N = np.array(['q' * 1] * 4000)[0]\n",
    "lists": "N = [1]\nfor i in range(100):\n    N = [N]\n",
    "a text that NumPy would execute": "N = np.zeros(3, np.dtype('(,)i4'))[0]\n",
    "more digits than Python writes": f"N = [0x{'f' * 9_000} @ 1]\n",
    "indices that multiply": "W = np.ones((3, 3))\nA = np.zeros((2, 1)).astype(np.int64)\nN = W[(A, A)][0, 0]\n",
}


@pytest.mark.parametrize("before", GROWING.values(), ids=GROWING)
def test_a_constant_that_would_grow_is_none(before):
    assert run(kernel("a[0] = N", before=before)) == ["unsupported.module"]


def test_a_kernel_of_nothing_ends_in_any_grid():
    assert run(kernel("pass"), grid=2**31 - 1, block=1024) == ["timeout"]
