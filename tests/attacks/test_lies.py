"""Whatever a child says is data: it cannot break the parent, run anything there, or choose how its job ended."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.protocol.frames import Frame
from app.sandbox import Ending, Outcome, Sandbox

LIES = (Path(__file__).parent / "scripts" / "lies.py").read_text()


def told(wall: Sandbox, lie: str, folder: Path) -> Outcome:
    """Run one function of lies.py."""
    facts: dict[str, object] = {"marker": "-", "folder": str(folder)}
    return wall.run(Frame("attack", {"script": LIES, "attack": lie, "facts": facts}))


@pytest.mark.parametrize("lie", ["garbage", "huge_length", "pickle_payload", "object_array", "nested_header"])
def test_what_is_no_frame_ends_the_job(wall: Sandbox, lie: str, tmp_path: Path) -> None:
    outcome = told(wall, lie, tmp_path)
    assert (outcome.ending, outcome.frames) == (Ending.CRASHED, ())
    assert list(tmp_path.iterdir()) == []


def test_a_frame_cut_short_is_no_result(wall: Sandbox, tmp_path: Path) -> None:
    outcome = told(wall, "half_a_frame", tmp_path)
    assert (outcome.ending, outcome.frames) == (Ending.CRASHED, ())


def test_two_results_are_both_handed_on_for_the_caller_to_refuse(wall: Sandbox, tmp_path: Path) -> None:
    outcome = told(wall, "two_results", tmp_path)
    assert outcome.ending is Ending.OK
    assert [frame.kind for frame in outcome.frames] == ["result", "result"]


def test_garbage_after_a_result_spoils_the_job(wall: Sandbox, tmp_path: Path) -> None:
    outcome = told(wall, "a_frame_then_garbage", tmp_path)
    assert outcome.ending is Ending.CRASHED
    assert len(outcome.frames) == 1


def test_results_without_number_end_the_job(wall: Sandbox, tmp_path: Path) -> None:
    outcome = told(wall, "results_without_number", tmp_path)
    assert outcome.ending is Ending.OUTPUT_LIMIT
    assert len(outcome.frames) <= 2000
