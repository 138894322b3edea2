"""A sandbox that executes what a test says."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path

import pytest

from app.protocol.frames import Frame
from app.sandbox import Limits, Outcome, Sandbox

HERE = Path(__file__).parent
LIMITS = Limits(seconds=10, cpu_seconds=5, address_bytes=512 << 20, result_bytes=64 << 20)


@pytest.fixture(scope="session")
def sandbox() -> Iterator[Sandbox]:
    """One for the whole session."""
    with Sandbox("children", limits=LIMITS, path=[HERE]) as made:
        yield made


@pytest.fixture
def run(sandbox: Sandbox) -> Callable[..., Outcome]:
    """Execute Python behind the wall, with arrays by name."""

    def run(source: str, arrays: Mapping[str, object] | None = None, limits: Limits | None = None) -> Outcome:
        return sandbox.run(Frame("job", {"source": source}, arrays or {}), limits=limits)  # type: ignore[arg-type]  # frames want arrays

    return run


@pytest.fixture
def made_of(tmp_path: Path) -> Iterator[Callable[..., Sandbox]]:
    """A sandbox whose child module has this source."""
    with ExitStack() as stack:

        def make(source: str, jobs_per_zygote: int = 200) -> Sandbox:
            (tmp_path / "made.py").write_text(source)
            made = Sandbox("made", limits=LIMITS, path=[tmp_path], jobs_per_zygote=jobs_per_zygote)
            return stack.enter_context(made)

        yield make
