"""A compiler with spares: a kernel is linked while its compiler's process ends, and given while the linker's does."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from app.devices.compiler import Compiler
from app.protocol.compiled import CompileError
from tests.devices.test_compiler import ARGUMENTS, ATTACKS, KERNEL

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def spared() -> Iterator[Compiler]:
    with Compiler.start("sm_90", spares=True) as made:
        yield made


def test_a_kernel_is_given_while_its_linker_ends_and_the_next_one_as_well(spared: Compiler) -> None:
    for _ in range(3):
        with spared.compiled(KERNEL, "add", ARGUMENTS) as first:
            assert first.registers > 0
        assert spared.compile(KERNEL, "add", ARGUMENTS).registers == first.registers


@pytest.mark.parametrize("name", [name for name in ATTACKS if name != "sleeps"])
def test_what_is_proposed_counts_only_where_its_process_ends_well(spared: Compiler, name: str) -> None:
    source, key, _ = ATTACKS[name]
    with pytest.raises(CompileError) as caught:
        spared.compile(source if KERNEL in source else source + KERNEL, "add", ARGUMENTS)
    assert [finding.message_key for finding in caught.value.findings] == [key]
    assert spared.compile(KERNEL, "add", ARGUMENTS).registers > 0


@pytest.mark.parametrize(
    ("end", "key"),
    [
        ("import ctypes; ctypes.string_at(0)", "source_error.crashed"),
        ("os._exit(3)", "source_error.crashed"),
        ("os.write(3, b'more'); os._exit(0)", "source_error.crashed"),
        ("os.write(3, said); os._exit(0)", "source_error.interfered"),
    ],
)
def test_a_kernel_that_is_proposed_before_a_bad_end_is_none(spared: Compiler, end: str, key: str) -> None:
    text = spared.compile(KERNEL, "add", ARGUMENTS).ptx
    proposal = f"encode(Frame('ptx', {{'text': {text!r}, 'max_registers': None}}))"
    source = f"import os, time\nfrom app.protocol.frames import Frame, encode\nsaid = {proposal}\nos.write(3, said)\n"
    with pytest.raises(CompileError) as caught:
        spared.compile(f"{source}time.sleep(0.3)\n{end}\n", "add", ARGUMENTS)
    assert [finding.message_key for finding in caught.value.findings] == [key]


def test_a_block_that_is_left_in_the_middle_leaves_a_compiler_that_works(spared: Compiler) -> None:
    with pytest.raises(KeyError), spared.compiled(KERNEL, "add", ARGUMENTS):
        raise KeyError
    assert spared.compile(KERNEL, "add", ARGUMENTS).registers > 0
