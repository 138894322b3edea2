"""What the doctor says of data folders and courses; the sandbox has tests of its own."""

from pathlib import Path

import pytest

from app import sandbox
from app.config import Settings
from app.errors import SandboxError
from app.worker import doctor


def seen(topic: str, name: str, **settings: Path) -> doctor.Line:
    lines = doctor.examine(Settings(**settings)).lines
    return next(line for line in lines if (line.topic, line.name) == (topic, name))


def test_a_data_folder_that_can_be_made_is_well(tmp_path: Path) -> None:
    assert seen("data", "folder", data=tmp_path / "not/yet/there").well


def test_a_file_is_no_data_folder(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for data in (tmp_path / "file", tmp_path / "file" / "below"):
        line = seen("data", "folder", data=data)
        assert not line.well
        assert "GRIDSTRIDE_DATA" in line.advice


def test_a_folder_without_a_course_is_not_well(tmp_path: Path) -> None:
    assert not seen("course", "contents", course=tmp_path / "none").well


def test_a_sandbox_that_cannot_start_is_told_and_the_rest_too(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> None:
        raise SandboxError("the zygote broke")

    monkeypatch.setattr(sandbox, "preflight", broken)
    line = seen("sandbox", "children")
    assert (line.well, line.detail) == (False, "the zygote broke")
    assert seen("devices", "simt").well


@pytest.mark.parametrize("well", [True, False])
def test_advice_is_written_where_it_is_needed_alone(well: bool) -> None:
    line = doctor.Line("data", "folder", well, "/there", "Do this.")
    assert ("Do this." in doctor.written(doctor.Report((line,)))) is not well
