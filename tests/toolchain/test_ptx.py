"""What a PTX text may ask for, whatever a learner's process wrote into it."""

from __future__ import annotations

import numpy as np
import pytest

from app.protocol.compiled import CompileError
from app.protocol.signature import Parameter
from app.toolchain import Ptx, compile_kernel, elf, link
from app.toolchain.link import parameter_widths
from app.toolchain.ptx import MOST_BYTES, Outline, check_symbols, outline

HEAD = ".version 8.0\n.target sm_90\n.address_size 64\n"
ENTRY = ".visible .entry k(.param .u64 k_param_0, .param .f32 k_param_1)\n{ ret; }\n"
WIDTHS = (64, 32)


def key(text: str) -> str:
    with pytest.raises(CompileError) as caught:
        outline(text, WIDTHS, 3)
    (finding,) = caught.value.findings
    assert finding.line == 3
    return finding.message_key


def test_the_kernel_is_found() -> None:
    assert outline(HEAD + ENTRY, WIDTHS, 3) == Outline("k", grid_sync=False)


def test_printing_and_grid_sync_are_allowed() -> None:
    text = HEAD + ".extern .func (.param .b32 r) vprintf(.param .b64 a, .param .b64 b);\n"
    assert not outline(text + ENTRY, WIDTHS, 3).grid_sync
    text += ".extern .func (.param .b32 r) cudaCGSynchronize(.param .b64 a, .param .b32 b);\n"
    assert outline(text + ENTRY, WIDTHS, 3).grid_sync


@pytest.mark.parametrize("extern", [
    ".extern .func foreign;",
    ".extern .func (.param .b32 r) foreign(.param .b64 a);",
    ".extern/**/.func/* x */foreign(.param .b64 a);",
    ".extern .global .align 8 .b64 foreign;",
    ".extern .global .b8 foreign[16];",
    ".extern .const .b8 foreign[];",
    ".extern.func foreign;",
    ".extern.global .b8 foreign[16];",
    ".extern .func (.param .b64 r) malloc(.param .b64 n);",
])  # fmt: skip
def test_other_code_and_data_are_refused(extern: str) -> None:
    assert key(HEAD + extern + "\n" + ENTRY) == "compile_limit.external"


@pytest.mark.parametrize("name", ["cudaLaunchDevice", "cudaLaunchDeviceV2", "cudaGraphLaunch"])
@pytest.mark.parametrize("form", [".extern .func {};", ".func {}(.param .b64 a);", "call {}, ();"])
def test_device_launches_are_refused_however_they_are_declared(name: str, form: str) -> None:
    assert key(HEAD + form.format(name) + "\n" + ENTRY) == "compile_limit.launch"


def test_dynamic_shared_memory_is_not_foreign() -> None:
    assert outline(HEAD + ".extern .shared .align 16 .b8 dynamic[];\n" + ENTRY, WIDTHS, 3).symbol == "k"


@pytest.mark.parametrize("text", [
    "",
    ENTRY + ENTRY.replace("k", "j"),
    ENTRY.replace(".u64", ".u32"),
    ENTRY.replace(", .param .f32 k_param_1", ""),
    ENTRY.replace(".f32 k_param_1", ".align 4 .b8 k_param_1[4]"),
    "// " + ENTRY.replace("\n", " "),
    "/* " + ENTRY + " */",
    '.file 1 "' + ENTRY.replace("\n", " ") + '"',
    ENTRY.replace(".entry", ".func"),
    ENTRY + ".entry\n",
])  # fmt: skip
def test_anything_but_the_one_kernel_is_refused(text: str) -> None:
    assert key(HEAD + text) == "compile_limit.interface"


@pytest.mark.parametrize("quiet", [
    '.file 1 "a\\" .extern .func foreign; .file 2 "b"',  # the assembler knows no escapes
    '.file 1 "a\n" .extern .func foreign; .file 2 "b"',  # and its quotations go over ends of lines
    "/* .extern .func foreign;",
    "// a\\\n",
    "// a\r.extern .func foreign;",
    "\0",
    "\u2028",
])  # fmt: skip
def test_what_two_readers_may_take_for_different_code_is_refused(quiet: str) -> None:
    assert key(f"{HEAD}{quiet}\n{ENTRY}") == "compile_limit.interface"


@pytest.mark.parametrize(("made", "expected"), [
    ({"k": True, "malloc": False}, "compile_limit.external"),
    ({"k": True, "__cuda_syscall_CGS_sync": False}, "compile_limit.external"),
    ({"k": True, "texture": False}, "compile_limit.external"),
    ({"k": True, "cudaLaunchDeviceV2": True}, "compile_limit.launch"),
])  # fmt: skip
def test_what_was_linked_calls_nobody_that_the_text_does_not_name(made: dict[str, bool], expected: str) -> None:
    with pytest.raises(CompileError) as caught:
        check_symbols(made, Outline("k", grid_sync=False), 3)
    assert caught.value.findings[0].message_key == expected


def test_printing_and_waiting_for_the_grid_call_the_driver() -> None:
    driver = {"__cuda_syscall_CGS_sync": False, "vprintf": False, ".nv.reservedSmem.cap": False, "": False}
    check_symbols({"k": True, "cudaCGSynchronize": True} | driver, Outline("k", grid_sync=True), 3)


@pytest.mark.parametrize("text", [
    ".extern .entry k(.param .u64 p);\n",
    ".global .texref t;\n.visible .entry k(.param .u64 p)\n{ ret; }\n.visible .global .surfref s;\n",
    ".visible .func g(.param .b64 f)\n{ ret; }\n.extern .entry k(.param .u64 p);\n",
])  # fmt: skip
def test_code_without_the_kernel_or_with_what_the_host_would_bind_is_a_finding(text: str) -> None:
    with pytest.raises(CompileError) as caught:
        link(Ptx(HEAD + text), "def k(n): pass\n", "k", [Parameter.of("n", 1)], arch="sm_90")
    assert caught.value.findings[0].message_key in ("compile_limit.interface", "compile_limit.external")


def test_endless_code_is_refused() -> None:
    assert key(HEAD + ENTRY + " " * MOST_BYTES) == "compile_limit.code"


def test_an_arrays_parameters_are_five_words_its_shape_and_its_strides() -> None:
    parameters = [Parameter.of("a", np.zeros((2, 3), np.float32)), Parameter.of("n", np.int8(1))]
    assert parameter_widths(parameters) == (64,) * 9 + (8,)


def test_more_arguments_than_a_launch_can_carry_are_refused() -> None:
    names = [f"a{i}" for i in range(80)]
    source = f"from numba import cuda\n@cuda.jit\ndef k({', '.join(names)}):\n    a0[0] = 1\n"
    with pytest.raises(CompileError) as caught:
        compile_kernel(source, "k", {name: np.zeros(1) for name in names})
    assert caught.value.findings[0].message_key == "compile_limit.parameters"


@pytest.mark.parametrize(
    "body", ["{ this is no ptx; }", "{ call missing, (); ret; }", "{ ld.global.u64 %rd1, [%rd2]; }"]
)
def test_code_that_the_assembler_refuses_is_a_finding(body: str) -> None:
    code = Ptx(HEAD + f".visible .entry k(.param .u64 p)\n{body}\n")
    with pytest.raises(CompileError) as caught:
        link(code, "def k(n): pass\n", "k", [Parameter.of("n", 1)], arch="sm_90")
    assert caught.value.findings[0].message_key == "compile_limit.assembler"
    assert "Traceback" not in str(caught.value.findings[0].args)


def test_the_assemblers_own_limits_hold() -> None:
    body = (
        ".global .b8 huge[536870912];\n.visible .entry k(.param .u64 p)\n{ .reg .b64 %r<2>; mov.u64 %r1, huge; ret; }\n"
    )
    with pytest.raises(CompileError) as caught:
        link(Ptx(HEAD + body), "def k(n): pass\n", "k", [Parameter.of("n", 1)], arch="sm_90")
    assert caught.value.findings[0].message_key == "compile_limit.globals"


@pytest.mark.parametrize("image", [b"", b"\x7fELF", b"not an elf file at all", b"\x7fELF\x01\x01" + bytes(64)])
def test_only_an_elf_file_has_sections(image: bytes) -> None:
    with pytest.raises(ValueError, match="ELF"):
        elf.sections(image)
