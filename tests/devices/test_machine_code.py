"""The machine code of kernels, with the lines that it comes of; and what becomes of a cubin that is none."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

from app.devices.machine_code import MOST, Disassembler, listing
from app.protocol.compiled import Compiled
from app.toolchain import compile_kernel

ADD = """
from numba import cuda

@cuda.jit
def add(a, b, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = a[i] + b[i]
"""
ROOT = """
import math
from numba import cuda

@cuda.jit
def root(a, out):
    i = cuda.grid(1)
    while i < out.size:
        out[i] = math.sqrt(a[i])
        i += cuda.gridsize(1)
"""
PRINTED = """
//--------------------- .text.__helper --------------------------
        /*0000*/                   RET.REL.NODEC R20 `(k) ;
//--------------------- .text.k --------------------------
.text.k:
        /*0000*/                   LDC R1, c[0x0][0x28] ;
	//## File "/<submission>", line 6
        /*0010*/                   S2R R2, SR_TID.X ;
.L_x_0:
	//## File "/somewhere/else.py", line 9
        /*0020*/               @P0 BRA `(.L_x_0) ;
.L_x_1:
	//## File "/<submission>", line 0
        /*0030*/                   EXIT ;
        /*0040*/                   NOP;
"""


@pytest.fixture(scope="module")
def disassembler() -> Iterator[Disassembler]:
    with Disassembler.start() as made:
        yield made


def of(source: str, entry: str, dtype: type[np.generic], names: str) -> Compiled:
    """A kernel of arrays of this dtype."""
    return compile_kernel(source, entry, {name: np.zeros(4, dtype) for name in names.split()})


def line_of(source: str, text: str) -> int:
    return next(number for number, line in enumerate(source.splitlines(), start=1) if text in line)


def test_a_sum_loads_twice_adds_and_stores_on_its_line(disassembler: Disassembler) -> None:
    sass = disassembler.sass(of(ADD, "add", np.float32, "a b out"))
    own = [text.split()[0] for line, text in sass if line == line_of(ADD, "a[i] + b[i]")]
    assert [name for name in own if name.startswith(("LDG", "FADD", "STG"))] == ["LDG.E", "LDG.E", "FADD", "STG.E"]


def test_a_root_in_float64_is_worked_out_and_branches_to_labels_that_are_there(disassembler: Disassembler) -> None:
    sass = disassembler.sass(of(ROOT, "root", np.float64, "a out"))
    assert (line_of(ROOT, "sqrt"), "MUFU.RSQ64H") in {(line, text.split()[0]) for line, text in sass}
    labels = {text[:-1] for _, text in sass if text.startswith(".L_x_")}
    targets = {text.split()[-1] for _, text in sass if "BRA" in text}
    assert labels
    assert targets <= labels
    assert not [text for _, text in sass if "_ZN" in text]


@pytest.mark.parametrize("garbage", [b"", b"no cubin", b"\x7fELF\x02\x01" + bytes(100), b"\x7fELF" + b"\xff" * 5000])
def test_a_cubin_of_garbage_has_no_machine_code(disassembler: Disassembler, garbage: bytes) -> None:
    assert disassembler.sass(replace(of(ADD, "add", np.float32, "a b out"), cubin=garbage)) == ()


def test_a_cubin_that_was_read_is_not_read_again(disassembler: Disassembler) -> None:
    compiled = of(ADD, "add", np.float32, "a b out")
    assert disassembler.sass(compiled) is disassembler.sass(compiled)


def test_lines_of_other_files_are_none_of_the_learners() -> None:
    assert listing(PRINTED, "k", "kernel") == (
        (None, "LDC R1, c[0x0][0x28]"),
        (6, "S2R R2, SR_TID.X"),
        (None, ".L_x_0:"),
        (None, "@P0 BRA .L_x_0"),
        (None, "EXIT"),
        (None, "__helper:"),
        (None, "RET.REL.NODEC R20 `(kernel)"),
    )


def test_a_huge_kernel_is_cut_and_says_so() -> None:
    huge = PRINTED + "        /*0050*/    FADD R1, R2, R3 ;\n" * MOST
    cut = listing(huge, "k", "k")
    assert len(cut) == MOST + 1
    assert cut[-1] == (None, "// 7 more")
    assert listing(PRINTED, "k", "k", whole=False)[-1] == (None, "// and more")


@pytest.mark.parametrize("text", ["", "\0" * 100, "//---- .text.k ----", "/*0000*/ EXIT ;"])
def test_what_is_no_listing_has_no_lines(text: str) -> None:
    assert listing(text, "k", "k") == ()
