"""What lesson 16 counts in PTX, SASS and the linker's reports is what Gridstride's toolchain makes of its kernels."""

import re

import numpy as np
import pytest

from app.grading.compilation import METRICS, attributed
from app.protocol.compiled import Compiled
from app.toolchain import compile_kernel
from bench.lessons import machine_texts
from tests.course.lessons import shown

FLOATS = np.zeros(8, np.float32)
IMPORTS = shown.IMPORTS + "from numba import uint32\n\n"


def compiled(name: str, edit: tuple[str, str] = ("", "")) -> Compiled:
    (code,) = shown.kernels(16)[name]
    arguments = dict.fromkeys(("a", "b", "c", "out") if name == "fused" else ("a", "out"), FLOATS)
    return compile_kernel(IMPORTS + code.replace(*edit), name, arguments)


def instructions(made: Compiled) -> list[str]:
    """Those of the PTX, without directives, labels and remarks."""
    lines = [text.strip() for _, text in attributed(made.ptx[made.ptx.index("{") :])]
    return [text for text in lines if re.match(r"[@a-z]", text)]


def test_a_power_takes_ten_times_the_instructions_of_a_root() -> None:
    root, power = compiled("by_function"), compiled("by_power")
    assert (len(instructions(root)), root.registers) == (28, 24)
    assert (len(instructions(power)), power.registers) == (276, 38)
    assert (METRICS["float64_instructions"](root), METRICS["float64_instructions"](power)) == (0, 144)


def test_the_type_of_an_index_alone_takes_seventeen_instructions() -> None:
    unsigned, signed = compiled("fused"), compiled("fused", ("uint32(cuda.grid(1))", "cuda.grid(1)"))
    assert (len(instructions(unsigned)), unsigned.registers) == (27, 14)
    assert (len(instructions(signed)), signed.registers) == (44, 19)


def test_the_instructions_that_are_shown_are_in_the_ptx_in_this_order() -> None:
    made = [re.sub(r"\s+", " ", text) for text in instructions(compiled("fused"))]
    (listed,) = re.findall(r"```text\n(mov\.u32.*?)```", shown.text(16), re.DOTALL)
    claimed = [re.sub(r"\s+", " ", line.partition(";")[0] + ";") for line in listed.splitlines()]
    assert len(claimed) == 9
    places = [made.index(text) for text in claimed]
    assert places == sorted(places)


@pytest.mark.slow
def test_the_sass_that_is_shown_is_that_of_the_kernels() -> None:
    made = [text for _, text in machine_texts.sass(compiled("fused"))]
    (listed,) = re.findall(r"```text\n(@P0 EXIT.*?)```", shown.text(16), re.DOTALL)
    places = [made.index(re.split(r" {3,}", line)[0]) for line in listed.splitlines()]
    assert places == sorted(places)
    signed = [text for _, text in machine_texts.sass(compiled("fused", ("uint32(cuda.grid(1))", "cuda.grid(1)")))]
    assert [sum(not text.endswith(":") for text in one) for one in (made, signed)] == [31, 52]
    leaky = [text for _, text in machine_texts.sass(compiled("leaky"))]
    assert "FSETP.GEU.AND P0, PT, R7, RZ, PT" in leaky
    assert any(text.startswith("@!P0 FMUL R7, R7, 0.1000000") for text in leaky)


def test_a_short_branch_selects_and_does_not_jump() -> None:
    made = instructions(compiled("leaky"))
    assert sum(text.startswith("@") for text in made) == 1  # the guard
    assert any(text.startswith("selp.f32") for text in made)


@pytest.mark.parametrize(("code", "different"), [("a[i] * b[i] - p", 0.0), ("cuda.fma(a[i], b[i], -p)", 2.0**-24)])
def test_the_interpreter_rounds_twice_unless_it_is_told_to_fuse(code: str, different: float) -> None:
    a, rest = np.full(1, 1 + 2.0**-12, np.float32), np.zeros(1, np.float32)
    kernel = f"@cuda.jit\ndef lost(a, b, out):\n    i = cuda.grid(1)\n    p = a[i] * b[i]\n    out[i] = {code}\n"
    assert shown.run(kernel, "lost", 1, 1, a, a.copy(), rest).findings == []
    assert rest[0] == np.float32(different)
