"""The executor on a real card: what it runs, what it finds, and what it leaves behind."""

import os
import re
import subprocess
import time
from functools import cache

import numpy as np
import pytest

from app.devices.cards import peak_kernels
from app.devices.cards.area import Area
from app.devices.cards.executor import Executor, ExecutorError, HungError
from app.devices.cards.job import Bounds, Held, Job, Measure
from app.toolchain import compile_kernel

WANTED = os.environ.get("GRIDSTRIDE_TEST_GPU", "auto")
SECONDS = 20.0
MEASURE = Measure()
HEAD = "from numba import cuda, float32, float64\n\n@cuda.jit\n"
DTYPES = ["bool", "int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64", "float16", "float32",
          "float64", "complex64", "complex128"]  # fmt: skip
RECORD = np.dtype([("id", np.int32), ("x", np.float32, (2,))], align=True)


@pytest.fixture(scope="module")
def last():
    """The executor that the last test left, in a list; skips where there is no card."""
    if WANTED == "none":
        pytest.skip("GRIDSTRIDE_TEST_GPU is none")
    kept = []
    try:
        kept.append(started())
    except ExecutorError as error:
        if WANTED == "require":
            raise
        pytest.skip(f"no GPU here: {error}")
    yield kept
    while kept:
        kept.pop().close()


@pytest.fixture
def executor(last):
    """One that lives: the last, or a new one."""
    if not last[0].alive:
        last.pop().close()
        last.append(started())
    return last[0]


def started(bounds=None):
    executor = Executor(0, bounds)
    try:
        executor.card = executor.ready()
    except ExecutorError:
        executor.close()
        raise
    return executor


@cache
def compiled(source, arch, *types):
    arguments = dict(zip(re.search(r"def k\((.*)\)", source)[1].split(", "), map(_example, types), strict=True))
    return compile_kernel(HEAD + source, "k", arguments, arch=arch)


def _example(kind):
    layout, *rest = kind if isinstance(kind, tuple) else (kind,)
    if layout == "tuple":
        return tuple(map(_example, rest))
    if layout == "value":
        return np.zeros(1, rest[0])[0]
    dtype, ndim = rest
    array = np.zeros((4,) * ndim, dtype, order="F" if layout == "F" else "C")
    return array[::2] if layout == "A" else array


def kind_of(value):
    """What decides about the code that is compiled for a value, such that it can be cached."""
    if isinstance(value, tuple):
        return ("tuple", *map(kind_of, value))
    if not isinstance(value, np.ndarray):
        return "value", np.asarray(value).dtype
    flags = value.flags
    return "C" if flags.c_contiguous else "F" if flags.f_contiguous else "A", value.dtype, value.ndim


def run(executor, source, arguments, outputs=("out",), *, grid=(1,), block=(32,), seconds=SECONDS, **more):
    made = compiled(source, executor.card.arch, *map(kind_of, arguments.values()))
    with Area.of({name: value for name, value in arguments.items() if isinstance(value, np.ndarray)}) as area:
        executor.hold("case", area)
    passed = tuple(Held(name) if isinstance(value, np.ndarray) else value for name, value in arguments.items())
    job = Job(made.cubin, made.symbol, grid, block, "case", passed, outputs, cooperative=made.grid_sync, **more)
    return executor.run(job, seconds)


COPY = """def k(a, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = a[i]
"""
BEYOND = """def k(out, at, count):
    i = cuda.grid(1)
    if i < count:
        out[at + i] = 1
"""
NOTHING = """def k(out):
    pass
"""
FOREVER = """def k(out):
    while out[0] == 0:
        cuda.threadfence()
"""
FAR = """def k(out):
    out[1 << 45] = 1
"""


def test_it_names_its_card(executor):
    card = executor.card
    assert re.fullmatch(r"GPU-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", card.uuid)
    assert card.memory_bytes > 1 << 30
    assert re.fullmatch(r"sm_\d+", card.arch)
    print(card, executor.hardened)


@pytest.mark.parametrize("dtype", DTYPES)
def test_every_dtype(executor, dtype):
    a = np.arange(100).astype(dtype)
    ran = run(executor, COPY, {"a": a, "out": np.zeros_like(a)}, block=(128,))
    assert ran.status == "ok"
    assert np.array_equal(ran.outputs["out"], a)


def test_every_layout_and_three_axes(executor):
    source = """def k(a, b, out):
    i, j, l = cuda.grid(3)
    if i < out.shape[0] and j < out.shape[1] and l < out.shape[2]:
        out[i, j, l] = a[i, j, l] - b[l, i]
"""
    a = np.arange(2 * 3 * 5, dtype=np.float32).reshape(5, 3, 2).transpose(2, 1, 0)
    b = np.arange(20.0)[::-2].reshape(5, 2)
    out = np.zeros((2, 3, 5), np.float32)
    ran = run(executor, source, {"a": a, "b": b, "out": out}, grid=(1, 2, 3), block=(2, 2, 2))
    assert np.array_equal(ran.outputs["out"], a - b.T[:, None, :].astype(np.float32))


def test_backwards_and_with_gaps(executor):
    whole = np.arange(20, dtype=np.int64)
    ran = run(executor, COPY, {"a": whole[::-2], "out": np.zeros(20, np.int64)[1::2]})
    assert np.array_equal(ran.outputs["out"], whole[::-2])


def test_arrays_of_one_memory_are_one_there(executor):
    whole = np.arange(8.0)
    source = """def k(a, b, out):
    i = cuda.grid(1)
    if i < 4:
        a[i] = 10 + i
        out[i] = b[3 - i]
"""
    ran = run(executor, source, {"a": whole[:4], "b": whole[3::-1], "out": np.zeros(4)}, ("a", "out"))
    assert np.array_equal(ran.outputs["out"], [10, 11, 12, 13])


def test_numbers_tuples_and_records(executor):
    source = """def k(out, n, x, flag, pair, record):
    out[0] = n
    out[1] = x
    out[2] = flag
    out[3] = pair[0] + pair[1][1]
    out[4] = record.id + record.x[1]
"""
    record = np.array((7, (1, 0.5)), RECORD)[()]
    arguments = {
        "out": np.zeros(5),
        "n": 3,
        "x": np.float32(2.5),
        "flag": True,
        "pair": (1, (2, 4.25)),
        "record": record,
    }
    ran = run(executor, source, arguments, block=(1,))
    assert ran.status == "ok", ran
    assert np.array_equal(ran.outputs["out"], [3, 2.5, 1, 5.25, 7.5])


def test_records_in_arrays(executor):
    source = """def k(a, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i].id = a[i].id + 1
        out[i].x[1] = a[i].x[0]
"""
    a = np.array([(1, (2, 3)), (4, (5, 6))], RECORD)
    out = run(executor, source, {"a": a, "out": np.zeros(2, RECORD)}).outputs["out"]
    assert [(row["id"], row["x"][1]) for row in out] == [(2, 2), (5, 5)]


def test_dynamic_shared_memory(executor):
    source = """def k(a, out):
    tile = cuda.shared.array(0, float32)
    i = cuda.threadIdx.x
    tile[i] = a[i]
    cuda.syncthreads()
    out[i] = tile[255 - i]
"""
    a = np.arange(256, dtype=np.float32)
    ran = run(executor, source, {"a": a, "out": np.zeros_like(a)}, block=(256,), shared_bytes=1024)
    assert np.array_equal(ran.outputs["out"], a[::-1])


GRID_SYNC = """def k(a, out):
    i = cuda.grid(1)
    a[i] = i
    cuda.cg.this_grid().sync()
    out[i] = a[a.size - 1 - i]
"""


def test_a_grid_that_waits_for_all_its_blocks(executor):
    a = np.zeros(32 * 64)
    ran = run(executor, GRID_SYNC, {"a": a, "out": a.copy()}, grid=(64,))
    assert ran.status == "ok", ran
    assert np.array_equal(ran.outputs["out"], np.arange(a.size)[::-1])


def test_more_blocks_than_can_wait_together(executor):
    a = np.zeros(32)
    ran = run(executor, GRID_SYNC, {"a": a, "out": a.copy()}, grid=(1 << 20,))
    assert (ran.status, executor.alive) == ("grid_too_large", True)


def test_what_is_never_written_keeps_its_poison(executor):
    out = np.full(100, 0xA5, np.uint8).view(np.uint8)
    assert np.array_equal(run(executor, NOTHING, {"out": out}).outputs["out"], out)


@pytest.mark.parametrize("dtype", ["int8", "float64"])
@pytest.mark.parametrize(
    ("at", "count", "side", "first"), [(100, 1, "after", 0), (100, 7, "after", 0), (107, 2, "after", 7)]
)
def test_memory_beside_an_array_is_watched(executor, dtype, at, count, side, first):
    ran = run(executor, BEYOND, {"out": np.zeros(100, dtype), "at": at, "count": count})
    (guard,) = ran.guards
    size = np.dtype(dtype).itemsize
    assert (guard.argument, guard.side, executor.alive) == ("out", side, True)
    assert first * size <= guard.first < (first + 1) * size
    assert 0 < guard.bytes <= count * size


def test_memory_before_an_array_is_watched(executor):
    source = """def k(out):
    out[-out.size - 1 - cuda.grid(1)] = 1.5
"""
    (guard,) = run(executor, source, {"out": np.zeros(64)}).guards
    assert guard.side == "before"
    assert -8 <= guard.first < 0


def test_a_band_that_was_written_is_whole_again(executor):
    for _ in range(3):
        assert len(run(executor, BEYOND, {"out": np.zeros(333), "at": 333, "count": 1}).guards) == 1
        assert run(executor, BEYOND, {"out": np.zeros(333), "at": 0, "count": 32}).guards == ()


def test_an_illegal_address_ends_the_process_and_the_next_one_works(executor):
    began = time.monotonic()
    ran = run(executor, FAR, {"out": np.zeros(1)})
    assert (ran.status, ran.word, executor.alive) == ("illegal_address", "CUDA_ERROR_ILLEGAL_ADDRESS", False)
    executor.close()
    with started() as fresh:
        assert run(fresh, COPY, {"a": np.ones(4), "out": np.zeros(4)}).outputs["out"].all()
    print(f"illegal address, and the next process's answer: {time.monotonic() - began:.2f} s")


def test_a_misaligned_access(executor):
    source = """def k(whole, out):
    out[0] = whole[0]
"""
    whole = np.zeros(17, np.uint8)
    ran = run(executor, source, {"whole": whole, "out": whole[1:].view(np.float64)})
    assert (ran.status, executor.alive) == ("misaligned", False)


def test_a_launch_that_cannot_be(executor):
    assert run(executor, NOTHING, {"out": np.zeros(1)}, block=(2048,)).status == "launch_refused"
    assert run(executor, NOTHING, {"out": np.zeros(1)}, shared_bytes=100_000).status == "launch_refused"
    assert run(executor, NOTHING, {"out": np.zeros(1)}, grid=(1 << 40,)).status == "launch_refused"
    assert run(executor, NOTHING, {"out": np.zeros(1)}, grid=(0,)).status == "launch_refused"
    assert executor.alive


def test_a_hang_is_killed_and_the_next_one_works(executor):
    began = time.monotonic()
    with pytest.raises(HungError) as hung:
        run(executor, FOREVER, {"out": np.zeros(1)}, seconds=1.0)
    took = time.monotonic() - began
    assert hung.value.reaped
    print(f"a hang of 1 s was over after {took:.2f} s")


def test_prints_are_kept_and_bounded(executor):
    source = """def k(out):
    print("thread", cuda.grid(1), 1.5)
"""
    said = run(executor, source, {"out": np.zeros(1)}, block=(2,)).stdout
    assert sorted(said.splitlines()) == ["thread 0 1.500000", "thread 1 1.500000"]
    began = time.monotonic()
    flood = run(executor, source, {"out": np.zeros(1)}, grid=(100,), block=(256,), measured=MEASURE).stdout
    print(f"a flood of prints: {len(flood)} characters kept, {time.monotonic() - began:.2f} s")
    assert 1000 < len(flood) <= 64_000
    assert run(executor, NOTHING, {"out": np.zeros(1)}).stdout == ""


def test_too_much_memory_is_told(executor):
    with started(Bounds(device_bytes=32 << 20)) as small:
        ran = run(small, NOTHING, {"out": np.zeros(40 << 20, np.uint8)})
        assert (ran.status, small.alive) == ("no_memory", True)
        for _ in range(3):  # what waits for the next job makes room
            assert run(small, NOTHING, {"out": np.zeros(20 << 20, np.uint8)}).status == "ok"
            assert run(small, NOTHING, {"out": np.zeros(21 << 20, np.uint8)}).status == "ok"


def test_more_local_memory_than_the_card_keeps_room_for_is_told(executor):
    source = """def k(out):
    own = cuda.local.array(1_000, float64)
    for i in range(1_000):
        own[(7 * i + int(out[0])) % 1_000] = i
    out[0] = own[int(out[0])]
"""
    with started(Bounds(local_bytes=1 << 30)) as small:  # four kilobytes a thread on the largest card
        assert (run(small, source, {"out": np.zeros(1)}).status, small.alive) == ("no_memory", True)
    assert run(executor, source, {"out": np.zeros(1)}).status == "ok"


def test_a_job_does_not_see_what_another_left(executor):
    secret = np.full(1 << 16, 0x5EC2E7, np.int64)
    run(executor, COPY, {"a": secret, "out": np.zeros_like(secret)}, grid=(64,), block=(1024,))
    source = """def k(a, out):
    i = cuda.grid(1)
    for far in range(-64, 64):
        if a[i + far * 1024] == 0x5EC2E7:
            out[i] = 1
"""
    ran = run(
        executor,
        source,
        {"a": np.zeros(1 << 16, np.int64), "out": np.zeros(1 << 16, np.int64)},
        grid=(64,),
        block=(1024,),
    )
    assert ran.status != "ok" or not ran.outputs["out"].any()


def test_times_are_sane(executor):
    a = np.arange(1 << 24, dtype=np.float32)
    ran = run(executor, COPY, {"a": a, "out": np.zeros_like(a)}, grid=(1 << 16,), block=(256,), measured=MEASURE)
    rate = 2 * a.nbytes / ran.times.median_us / 1e3
    print(ran.times, f"{rate:.0f} GB/s")
    assert ran.steady
    assert ran.times.low_us <= ran.times.median_us <= ran.times.high_us
    assert 5 <= ran.times.repeats <= 200
    assert 50 < rate < 20_000


def test_a_kernel_that_takes_long_is_measured_seldom(executor):
    source = """def k(out, rounds):
    x = out[0]
    for _ in range(rounds):
        x = x * 0.5 + 1.0
    out[0] = x
"""
    began = time.monotonic()
    ran = run(executor, source, {"out": np.zeros(1), "rounds": 100_000_000}, block=(1,), measured=MEASURE)
    print(ran.times, time.monotonic() - began)
    assert ran.times.repeats <= 2


def test_a_repeat_that_answers_otherwise_is_told(executor):
    source = """def k(counter, out):
    if cuda.threadIdx.x == 0:
        out[cuda.blockIdx.x] = cuda.atomic.add(counter, 0, 1)
"""
    arguments = {"counter": np.zeros(1, np.int64), "out": np.full(1 << 14, -1)}
    ran = run(executor, source, arguments, grid=(1 << 14,), measured=MEASURE)
    assert not ran.steady
    assert not np.array_equal(ran.outputs["out"], ran.last["out"])
    assert np.array_equal(np.sort(ran.outputs["out"]), np.sort(ran.last["out"]))


def test_a_kernel_that_remembers_is_told(executor):
    source = """def k(a, out):
    tile = cuda.shared.array(4096, float32)
    i = cuda.grid(1)
    if tile[4095] == 12345.0:
        return
    cuda.syncthreads()
    tile[4095] = 12345.0
    if i < out.size:
        out[i] = a[i]
"""
    a = np.arange(1 << 20, dtype=np.float32)
    ran = run(executor, source, {"a": a, "out": np.zeros_like(a)}, grid=(4096,), block=(256,), measured=MEASURE)
    right = np.array_equal(ran.outputs["out"], a), ran.steady
    print("what lies in shared memory between launches was seen:", right != (True, True))


def test_a_kernel_that_answers_only_on_fresh_outputs_is_steady(executor):
    source = """def k(out):
    if out[0] == 0:
        out[0] = 1
"""
    ran = run(executor, source, {"out": np.zeros(1)}, measured=MEASURE)
    assert ran.steady
    print("an empty launch:", run(executor, NOTHING, {"out": np.zeros(1)}, measured=MEASURE).times)


def test_peaks(executor):
    began = time.monotonic()
    made = {}
    for precision in peak_kernels.PRECISIONS:
        given = {a.name: a.value for a in peak_kernels.arguments(precision)}
        made[precision] = compile_kernel(peak_kernels.source(), peak_kernels.ENTRY, given, arch=executor.card.arch)
    middle = time.monotonic()
    found = executor.peaks(made)
    print(found, f"compiled in {middle - began:.2f} s, measured in {time.monotonic() - middle:.2f} s")
    assert found.copy_gbps > 50
    assert found.float32_gflops > found.float64_gflops > 10


def test_memory_returns(executor):
    used = []
    for number in range(300):
        a = np.arange(1 + 997 * number, dtype=np.float32)
        assert run(executor, COPY, {"a": a, "out": np.zeros_like(a)}, grid=(300,), block=(1024,)).status == "ok"
        if number % 100 == 99:
            executor.drop("case")
            used.append(memory_used(executor.pid))
    print("MiB used:", used)
    assert used[-1] - used[0] <= 64


def memory_used(pid):
    """MiB of that process where the driver tells it, else of all, which others may change."""
    query = ["nvidia-smi", "--query-compute-apps=pid,used_memory", "--format=csv,noheader,nounits"]
    rows = subprocess.run(query, capture_output=True, text=True, check=True).stdout.splitlines()
    own = [int(row.split(",")[1]) for row in rows if row.split(",")[0] == str(pid)]
    total = ["nvidia-smi", "--query-gpu=memory.used", "--format=csv,noheader,nounits"]
    return own[0] if own else int(subprocess.run(total, capture_output=True, text=True, check=True).stdout.split()[0])


def test_jobs_are_fast(executor):
    a = np.arange(1 << 20, dtype=np.float32)
    arguments = {"a": a, "out": np.zeros_like(a)}
    run(executor, COPY, arguments, grid=(1024,), block=(1024,))
    made = compiled(COPY, executor.card.arch, *map(kind_of, arguments.values()))
    job = Job(made.cubin, made.symbol, (1024,), (1024,), "case", (Held("a"), Held("out")), ("out",))
    took = []
    for _ in range(50):
        began = time.perf_counter()
        executor.run(job, SECONDS)
        took.append(1000 * (time.perf_counter() - began))
    print(f"a job of 4 MB in and out: {np.median(took):.2f} ms, at best {min(took):.2f} ms")
