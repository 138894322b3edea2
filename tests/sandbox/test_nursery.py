"""One zygote after the other."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from app.sandbox.nursery import Nursery
from app.sandbox.spawn import Spec

CHILD = "PACKAGES = ()\ndef warm(): {warm}\ndef handle(job, send): pass\n"


def spec(folder: Path, warm: str) -> Spec:
    """Of a child module that warms up like this."""
    (folder / "kid.py").write_text(CHILD.format(warm=warm))
    return Spec("kid", (str(folder),))


@pytest.fixture
def nursery(tmp_path: Path) -> Iterator[Nursery]:
    """One whose zygotes serve four jobs each."""
    with closing(Nursery(spec(tmp_path, "pass"), 4)) as nursery:
        yield nursery


def test_a_zygote_serves_its_share_and_no_more(nursery: Nursery) -> None:
    first = nursery.zygote()
    first.jobs = 3
    assert nursery.zygote() is first
    first.jobs = 4
    assert nursery.zygote() is not first


def test_the_next_one_warms_up_before_the_share_is_done(nursery: Nursery) -> None:
    first = nursery.zygote()
    first.jobs = 2
    assert nursery.zygote() is first
    coming = nursery._next
    assert coming is not None
    first.jobs = 4
    assert nursery.zygote() is coming.zygote


def test_after_a_discarded_zygote_comes_a_new_one(nursery: Nursery) -> None:
    first = nursery.zygote().pid
    nursery.discard()
    assert nursery.current is None
    assert nursery.zygote().pid != first


@pytest.mark.timeout(30)
def test_closing_does_not_wait_for_one_that_still_warms_up(tmp_path: Path) -> None:
    nursery = Nursery(spec(tmp_path, "import time; time.sleep(100)"), 4)
    coming = nursery._prepare()
    nursery.close()
    assert coming.warm.exception() is not None
