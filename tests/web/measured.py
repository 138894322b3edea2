"""Verdicts of workers that have a GPU: a transposition measured on an H200, and host programs with timelines."""

from __future__ import annotations

from app.domain.verdict import (
    Benchmark,
    CaseResult,
    CompiledReport,
    Message,
    Occupancy,
    Timeline,
    TimelineCall,
    Verdict,
    VerdictKind,
)
from app.findings import LineProfile

CARD = "NVIDIA H200"
SIDE = 4096

SOURCE = """\
from numba import cuda, float32

TILE = 32
PADDED = TILE + 1


@cuda.jit
def transpose(a, out):
    tile = cuda.shared.array((TILE, PADDED), float32)
    tx = cuda.threadIdx.x
    ty = cuda.threadIdx.y

    x = cuda.blockIdx.x * TILE + tx
    y = cuda.blockIdx.y * TILE + ty
    if y < a.shape[0] and x < a.shape[1]:
        tile[ty, tx] = a[y, x]

    cuda.syncthreads()

    x = cuda.blockIdx.y * TILE + tx
    y = cuda.blockIdx.x * TILE + ty
    if y < out.shape[0] and x < out.shape[1]:
        out[y, x] = tile[tx, ty]
"""

_SASS = """\
8 LDC R1, c[0x0][0x28]
10 S2R R0, SR_TID.X
11 S2R R9, SR_TID.Y
13 S2UR UR6, SR_CTAID.X
14 S2UR UR7, SR_CTAID.Y
15 ULDC.64 UR8, c[0x0][0x238]
15 ULDC.64 UR10, c[0x0][0x240]
13 LEA R2, R0, UR6, 0x5
14 LEA R4, R9, UR7, 0x5
13 SHF.R.S32.HI R3, RZ, 0x1f, R2
14 SHF.R.S32.HI R5, RZ, 0x1f, R4
15 ISETP.GE.U32.AND P0, PT, R4, UR8, PT
15 ISETP.GE.AND.EX P0, PT, R5, UR9, PT, P0
15 ISETP.GE.U32.AND P1, PT, R2, UR10, PT
15 ISETP.GE.OR.EX P0, PT, R3, UR11, P0, P1
15 BSSY B0, 0x2b0
15 @P0 BRA 0x2a0
16 ULDC.64 UR12, c[0x0][0x248]
16 ULDC.64 UR4, c[0x0][0x208]
16 IMAD R5, R5, UR12, RZ
16 IMAD.WIDE.U32 R6, R4, UR12, RZ
16 IMAD R5, R4, UR13, R5
16 IADD3 R7, R7, R5, RZ
16 ULDC.64 UR14, c[0x0][0x250]
16 IMAD.WIDE.U32 R6, R2, UR14, R6
16 IADD3 R6, P2, R6, c[0x0][0x230], RZ
16 IADD3.X R7, R7, c[0x0][0x234], RZ, P2, !PT
16 LDG.E R8, desc[UR4][R6.64]
16 IMAD R10, R9, 0x21, R0
16 SHF.L.U32 R10, R10, 0x2, RZ
16 STS [R10], R8
- BSYNC B0
18 BAR.SYNC.DEFER_BLOCKING 0x0
20 LEA R2, R0, UR7, 0x5
21 LEA R4, R9, UR6, 0x5
20 SHF.R.S32.HI R3, RZ, 0x1f, R2
21 SHF.R.S32.HI R5, RZ, 0x1f, R4
22 ULDC.64 UR8, c[0x0][0x270]
22 ULDC.64 UR10, c[0x0][0x278]
22 ISETP.GE.U32.AND P0, PT, R4, UR8, PT
22 ISETP.GE.AND.EX P0, PT, R5, UR9, PT, P0
22 @P0 EXIT
22 ISETP.GE.U32.AND P0, PT, R2, UR10, PT
22 ISETP.GE.AND.EX P0, PT, R3, UR11, PT, P0
22 @P0 EXIT
23 IMAD R0, R0, 0x21, R9
23 SHF.L.U32 R0, R0, 0x2, RZ
23 LDS R11, [R0]
23 ULDC.64 UR12, c[0x0][0x280]
23 IMAD R5, R5, UR12, RZ
23 IMAD.WIDE.U32 R6, R4, UR12, RZ
23 IMAD R5, R4, UR13, R5
23 IADD3 R7, R7, R5, RZ
23 ULDC.64 UR14, c[0x0][0x288]
23 IMAD.WIDE.U32 R6, R2, UR14, R6
23 IADD3 R6, P0, R6, c[0x0][0x268], RZ
23 IADD3.X R7, R7, c[0x0][0x26c], RZ, P0, !PT
23 STG.E desc[UR4][R6.64], R11
8 EXIT
- BRA 0x3a0
"""

_PTX = """\
.version 9.0
.target sm_90
.address_size 64

.visible .entry transpose(
	.param .u64 transpose_param_0
)
{
	.reg .pred 	%p<6>;
	.reg .b32 	%r<24>;
	.reg .b64 	%rd<31>;
	.loc	1 10 0
	mov.u32 	%r1, %tid.x;
	.loc	1 11 0
	mov.u32 	%r2, %tid.y;
	.loc	1 13 0
	mov.u32 	%r3, %ctaid.x;
	shl.b32 	%r4, %r3, 5;
	add.s32 	%r5, %r4, %r1;
	.loc	1 15 0
	setp.ge.s64 	%p1, %rd4, %rd9;
	@%p1 bra 	$L__BB0_2;
	.loc	1 16 0
	ld.global.f32 	%f1, [%rd12];
	st.shared.f32 	[%r11], %f1;
$L__BB0_2:
	.loc	1 18 0
	bar.sync 	0;
	.loc	1 23 0
	ld.shared.f32 	%f2, [%r15];
	st.global.f32 	[%rd20], %f2;
	.loc	1 8 0
	ret;
}
"""


def sass() -> tuple[tuple[int | None, str], ...]:
    """Sixty instructions with their lines."""
    pairs = (line.split(" ", 1) for line in _SASS.splitlines())
    return tuple((None if number == "-" else int(number), text) for number, text in pairs)


def compiled() -> CompiledReport:
    return CompiledReport(
        arch="sm_90", registers=40, shared_bytes=4224, local_bytes=0, spill_bytes=0, ptx=_PTX, sass=sass()
    )


def occupancy() -> Occupancy:
    """Limited by registers: 40 a thread leave room for 6 blocks of 8 warps."""
    fits = {"registers": 6, "shared_memory": 44, "warps": 8, "blocks": 32}
    return Occupancy(
        case="large",
        arch="sm_90",
        threads=256,
        warps=48,
        most_warps=64,
        blocks=6,
        fits=fits,  # type: ignore[arg-type]  # mypy widens the keys
        limited_by=("registers",),
    )


def benchmark(median_us: float | None = 34.6, flops: int | None = SIDE * SIDE) -> Benchmark:
    """A transposition of 4096 × 4096 float32: each element read and written once, and here scaled by one product."""
    low, high = (None, None) if median_us is None else (0.996 * median_us, 1.007 * median_us)
    return Benchmark(
        case="large",
        card=CARD,
        median_us=median_us,
        low_us=low,
        high_us=high,
        repeats=25,
        bytes=2 * 4 * SIDE * SIDE,
        flops=flops,
        peak_gbps=4100.0,
        peak_gflops=60_000.0,
    )


def verdict(bench: Benchmark | None = None, *, unchecked: bool = False, device: str = CARD) -> Verdict:
    """A transposition that passed: on an H200, or on the interpreter of a machine without a GPU."""
    names = ("one tile", "odd", "large")
    cases = [
        CaseResult(name=name, visible=True, status=VerdictKind.PASSED, grid=(128, 128), block=(32, 8)) for name in names
    ]
    reason = Message(key="unchecked.line", args={"line": 9}) if unchecked else None
    profile = LineProfile(128, 4096, global_load_requests=128, global_load_sectors=512, global_load_bytes=16384)
    return Verdict(
        kind=VerdictKind.PASSED,
        device=device,
        message=Message(key="verdict.passed", args={"right": 3, "total": 3}),
        cases=tuple(cases),
        compiled=compiled(),
        lines={} if unchecked else {16: profile},
        occupancy=occupancy(),
        benchmark=bench,
        unchecked=reason,
        ms=87.4,
    )


def overlapping() -> Timeline:
    """Two streams take turns over five parts: thirty calls, and copies run beside kernels."""
    part = 8 << 20
    calls = [_call("alloc", 9, "host", 0, 22, bytes=2 * part), _call("alloc", 10, "host", 22, 44, bytes=2 * part)]
    calls += [_call("alloc", 11 + number, "host", 44 + 2 * number, 46 + 2 * number) for number in range(3)]
    at = {"copy_in": 60.0, "compute": 0.0, "copy_out": 0.0}
    ready = {1: 0.0, 2: 0.0}
    for number in range(6):
        stream = 1 + number % 2
        for action, line, engine, us in (
            ("copy_in", 20, "copy_in", 168.0),
            ("launch", 21, "compute", 96.0),
            ("copy_out", 22, "copy_out", 172.0),
        ):
            start = max(at[engine], ready[stream])
            at[engine] = ready[stream] = start + us
            more = (
                {"kernel": "scale", "grid": (8192,), "block": (256,)}
                if action == "launch"
                else {"bytes": part, "pinned": True}
            )
            calls.append(_call(action, line, engine, start, start + us, stream=stream, **more))
        calls.append(_call("record", 23, "host", 70 + 8 * number, 72 + 8 * number, stream=stream))
    end = max(ready.values())
    calls.append(_call("synchronize", 25, "host", 120, end))
    return Timeline(case="large", measured=True, calls=tuple(calls))


def plain() -> Timeline:
    """A program without streams, modelled; one array is passed to the kernel from the host: two copies more."""
    size = 4 << 20
    calls = (
        _call("alloc", 8, "host", 0, 20, bytes=size),
        _call("copy_in", 8, "copy_in", 22, 380, bytes=size),
        _call("copy_in", 12, "copy_in", 384, 742, bytes=size, implicit=True),
        _call("launch", 12, "compute", 744, 751, kernel="saxpy", grid=(4096,), block=(256,)),
        _call("copy_out", 12, "copy_out", 753, 1111, bytes=size, implicit=True),
        _call("copy_out", 14, "copy_out", 1115, 1473, bytes=size),
        _call("free", 15, "host", 1475, 1495, bytes=size),
    )
    return Timeline(case="small", measured=False, calls=calls)


def many(count: int = 2000) -> Timeline:
    """A loop that copies, launches and copies back, over and over."""
    calls = []
    for number in range(count // 4):
        at = 61.0 * number
        calls += [
            _call("copy_in", 12, "copy_in", at, at + 10, bytes=4096),
            _call("launch", 13, "compute", at + 12, at + 16, kernel="step", grid=(4,), block=(256,)),
            _call("copy_out", 14, "copy_out", at + 18, at + 28, bytes=4096),
            _call("synchronize", 15, "host", at + 28, at + 60),
        ]
    return Timeline(case="long", measured=False, calls=tuple(calls))


def program(timeline: Timeline, device: str = "simt") -> Verdict:
    """A host program that passed."""
    case = CaseResult(name=timeline.case, visible=True, status=VerdictKind.PASSED, grid=(), block=())
    return Verdict(
        kind=VerdictKind.PASSED,
        device=device,
        message=Message(key="verdict.passed", args={"right": 1, "total": 1}),
        cases=(case,),
        timeline=timeline,
        ms=41.0,
    )


def _call(action: str, line: int, engine: str, start_us: float, end_us: float, **more: object) -> TimelineCall:
    fields = {"action": action, "line": line, "engine": engine, "start_us": start_us, "end_us": end_us, **more}
    return TimelineCall.model_validate(fields)
