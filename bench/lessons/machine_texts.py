"""What the toolchain makes of the kernels in the explorables of lessons 2 and 16.

`python -m bench.lessons.machine_texts` writes it to static/js/explorables/data/; tests hold what lies there against
what the toolchain gives.
"""

from __future__ import annotations

import json
import re
import subprocess
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path

import numpy as np

from app.devices.machine_code import listing
from app.devices.machine_code_child import PROGRAM
from app.devices.occupancy import residency
from app.grading.compilation import attributed
from app.protocol.compiled import Compiled
from app.toolchain import compile_kernel

DATA = Path(__file__).parents[2] / "static" / "js" / "explorables" / "data"
ARCH = "sm_90"
PRODUCTS = ("a[i] * 0.1", "a[i] * float32(0.1)")
TENTH = """\
@cuda.jit
def tenth(a, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = {product}
"""
SUMS = """\
@cuda.jit{limit}
def sums(a, out):
    i = cuda.grid(1)
    acc = cuda.local.array({k}, float32)
    for j in range({k}):
        acc[j] = a[i + j]
    for t in range(a.size):
        x = a[t]
        for j in range({k}):
            acc[j] = acc[j] * x + float32(1)
    total = float32(0)
    for j in range({k}):
        total = total * total + acc[j]
    out[i] = total
"""
COUNTS = (8, 16, 32, 48, 64, 96, 128, 160, 192, 224)
LIMITS = (255, 128, 64)  # 255: none
BLOCK = 256
IMPORTS = "from numba import cuda, float32\n\n"
ABOVE = IMPORTS.count("\n")
FLOAT64 = re.compile(r"(?:@!?\w+ )?(?:D(?:ADD|MUL|FMA|SETP|MNMX)\b|F2F\S*F64|[IF]2?\S*\.F64)|.*\.f64\b|.*float64")
Row = tuple[int | None, str, bool]  # line of the source, text, whether it is about float64


def stages(product: str) -> dict[str, object]:
    """The texts of one kernel, from its source to its machine code. Lines are counted from the decorator."""
    source = TENTH.format(product=product)
    made = compiled(source, "tenth")
    return {
        "product": product,
        "python": rows((number, line) for number, line in enumerate(source.splitlines(), 1)),
        "types": rows((one.line - ABOVE, f"{one.name}: {one.type}") for one in made.types),
        "ptx": rows(_ptx(made)),
        "sass": rows(sass(made)),
    }


def rows(lines: Iterable[tuple[int | None, str]]) -> list[Row]:
    return [(line, text, FLOAT64.match(text) is not None) for line, text in lines]


def report(k: int, limit: int) -> dict[str, int]:
    """What the linker says of k running sums in a thread, and the warps that fit for it."""
    given = "" if limit == LIMITS[0] else f"(max_registers={limit})"
    made = compiled(SUMS.format(k=k, limit=given), "sums")
    local = made.local_bytes
    return {
        "registers": made.registers,
        "spilled": made.spill_bytes,
        "local": local,
        "warps": residency(ARCH, BLOCK, made.registers, 0).warps,
    }


def compiled(source: str, entry: str) -> Compiled:
    a = np.zeros(4, np.float32)
    return compile_kernel(IMPORTS + source, entry, {"a": a, "out": a}, arch=ARCH)


def _ptx(made: Compiled) -> Iterator[tuple[int | None, str]]:
    """The body, with the kernel's own name in place of the long one and one space between words."""
    body = made.ptx[made.ptx.index("{") :]
    head = re.findall(r"^\s*\.file.*$", made.ptx, re.MULTILINE)
    for line, text in attributed("\n".join([body, *head])):
        plain = " ".join(text.replace(made.symbol, made.entry).split())
        if plain and plain not in "{}":
            yield (line - ABOVE if line else None), plain


def sass(made: Compiled) -> Iterator[tuple[int | None, str]]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "kernel.cubin"
        path.write_bytes(made.cubin)
        printed = subprocess.run([*PROGRAM, str(path)], capture_output=True, text=True, check=True).stdout
    for line, text in listing(printed, made.symbol, made.entry):
        yield (line - ABOVE if line else None), text


def module(name: str, value: object) -> str:
    return (
        f"// Made by bench/lessons/machine_texts.py.\nexport const {name} = {json.dumps(value, ensure_ascii=False)};\n"
    )


def main() -> None:
    DATA.mkdir(exist_ok=True)
    (DATA / "stages.js").write_text(module("stages", [stages(product) for product in PRODUCTS]), "utf-8")
    table = {str(limit): {str(k): report(k, limit) for k in COUNTS} for limit in LIMITS}
    (DATA / "registers.js").write_text(module("reports", table), "utf-8")


if __name__ == "__main__":
    main()
