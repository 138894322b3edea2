"""The numbers that lesson 5 names are those of the model that draws timelines."""

from pathlib import Path

from app.devices.program.timeline import Timeline

LESSON = (Path(__file__).parents[2] / "lessons" / "05-memory-round-trip" / "en.md").read_text("utf-8")
NBYTES = 4 * 1_048_576


def took(span: tuple[float, float]) -> int:
    return round(span[1] - span[0])


def test_copies_and_the_kernel_take_what_the_text_says() -> None:
    time = Timeline()
    there, back = (took(time.copied(engine, NBYTES, 0, pinned=False)) for engine in ("copy_in", "copy_out"))
    work = took(time.computed(2 * NBYTES, 4 * 1_048_576 // 32, 0))
    assert f"{there} µs there, {back} µs back, and {work} µs of work" in LESSON
    assert f"of {there + work + back} µs" in LESSON


def test_pinned_memory_is_as_much_faster_as_the_text_says() -> None:
    pageable, pinned = (took(Timeline().copied("copy_in", NBYTES, 1, pinned=kind)) for kind in (False, True))
    assert f"takes {pageable} µs from pageable memory, and {pinned} µs from pinned memory" in LESSON.replace("\n", " ")
