"""What numba does anew for every kernel and need not: a seventh of a compilation."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from typing import Any

from numba.cuda.core.base import BaseContext as Lowering
from numba.cuda.cudadrv import nvvm
from numba.cuda.flags import Flags
from numba.cuda.typing.context import BaseContext as Typing

# NVVM makes a call of libdevice of whatever it has no instruction for; these are no functions of its own making.
_LIBDEVICE = re.compile(r'__nv_|@"?llvm\.(?!dbg\.|nvvm\.|used\b)')


@contextmanager
def taken() -> Iterator[None]:
    """Until the end, numba goes these shorter ways, which lead to the same code."""
    with ExitStack() as stack:
        for owner in (Lowering, Typing):
            stack.enter_context(_replaced(owner, "refresh", _where_new(owner.refresh)))
        stack.enter_context(_replaced(nvvm, "compile_ir", _sparing(nvvm.compile_ir)))
        names = {kind: {name: option.default for name, option in kind.options.items()} for kind in _kinds(Flags)}
        # A table of options is hashed by its names, and compared by its values, for each of hundreds of templates.
        hashes = {kind: hash(tuple(sorted(defaults))) for kind, defaults in names.items()}
        stack.enter_context(_replaced(Flags, "values", lambda self: names[type(self)] | self._values))
        stack.enter_context(_replaced(Flags, "__hash__", lambda self: hashes[type(self)]))
        yield


def _where_new(refresh: Callable[[Any], None]) -> Callable[[Any], None]:
    """A refresh, asked for with each function, that looks through the registries only where one of them has grown."""
    seen: dict[int, tuple[int, int]] = {}

    def refreshed(context: Any) -> None:
        if seen.get(id(context)) != _size(context):
            refresh(context)
            seen[id(context)] = _size(context)

    return refreshed


def _size(context: Any) -> tuple[int, int]:
    """How many registries a context knows, and how much is in them."""
    known = context._registries  # noqa: SLF001  # numba has no public name for what its contexts have loaded
    sizes = (len(getattr(registry, name)) for registry, loader in known.items() for name in loader.registry_items)
    return len(known), sum(sizes)


def _sparing(compile_ir: Callable[..., bytes]) -> Callable[..., bytes]:
    """NVVM takes as long to read libdevice as to compile a small kernel, and most kernels call none of it."""

    def compiled(modules: str | Sequence[str], **options: object) -> bytes:
        texts = [modules] if isinstance(modules, str) else modules
        if any(_LIBDEVICE.search(text) for text in texts):
            return compile_ir(modules, **options)
        with _replaced(nvvm.CompilationUnit, "lazy_add_module", lambda *_: None):
            return compile_ir(modules, **options)

    return compiled


def _kinds(kind: Any) -> Iterator[Any]:
    yield kind
    for below in kind.__subclasses__():
        yield from _kinds(below)


@contextmanager
def _replaced(owner: Any, name: str, value: object) -> Iterator[None]:
    before = owner.__dict__.get(name)
    setattr(owner, name, value)
    try:
        yield
    finally:
        if before is None:
            delattr(owner, name)
        else:
            setattr(owner, name, before)
