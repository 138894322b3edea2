"""What the doctor says of data folders and courses; the sandbox has tests of its own."""

from collections.abc import Mapping
from pathlib import Path
from unittest.mock import Mock

import pytest

from app import sandbox
from app.config import Settings
from app.errors import ConfigError, SandboxError
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


def of_wall(name: str, *waived: str) -> doctor.Line:
    return next(line for line in doctor._wall(waived) if line.name == name)


def states(missing: str = "") -> Mapping[str, sandbox.LayerState]:
    well = sandbox.LayerState(present=True, detail="tested")
    return dict.fromkeys(sandbox.Layer, well) | (
        {missing: sandbox.LayerState(present=False, detail="away", remedy="Do this.")} if missing else {}
    )


@pytest.mark.parametrize("layer", sorted(sandbox.Layer))
def test_each_layer_that_is_missing_has_its_line(monkeypatch: pytest.MonkeyPatch, layer: str) -> None:
    monkeypatch.setattr(sandbox, "preflight", lambda: states(layer))
    assert of_wall(layer) == doctor.Line("sandbox", layer, False, "away", "Do this.")
    text = doctor.written(doctor.Report(tuple(doctor._wall([]))))
    assert [line.split()[1] for line in text.splitlines() if line.startswith("  MISSING")] == [layer]


@pytest.mark.parametrize(("there", "advice"), [(True, "unset GRIDSTRIDE_WITHOUT"), (False, "Do this.")])
def test_a_layer_that_is_left_out_is_not_well_and_says_what_that_opens(
    monkeypatch: pytest.MonkeyPatch, there: bool, advice: str
) -> None:
    monkeypatch.setattr(sandbox, "preflight", lambda: states("" if there else "seccomp"))
    monkeypatch.setattr(sandbox, "standing", lambda _: sandbox.ALL_LAYERS - {"seccomp"})
    line = of_wall("seccomp", "seccomp")
    assert not line.well
    assert "without seccomp: learner code can send over the network" in line.detail
    assert advice in line.advice
    assert of_wall("landlock", "seccomp").well


def test_a_choice_that_nobody_can_answer_for_has_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sandbox, "preflight", states)
    line = of_wall("choice", "rlimits")
    assert (line.well, "never left out" in line.detail) == (False, True)


def test_a_worker_says_at_every_start_what_is_open(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    asked = Mock()
    monkeypatch.setattr(sandbox, "standing", lambda _: sandbox.ALL_LAYERS - {"seccomp"})
    monkeypatch.setattr(sandbox, "require", asked)
    doctor.require_wall(["seccomp"])
    assert "The sandbox runs without seccomp" in caplog.text
    asked.assert_called_once_with(waived={"seccomp"})


def test_a_worker_with_such_a_choice_starts_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sandbox, "require", Mock())
    with pytest.raises(ConfigError, match="never left out"):
        doctor.require_wall(["ids"])


@pytest.mark.parametrize("well", [True, False])
def test_advice_is_written_where_it_is_needed_alone(well: bool) -> None:
    line = doctor.Line("data", "folder", well, "/there", "Do this.")
    assert ("Do this." in doctor.written(doctor.Report((line,)))) is not well
