"""Peaks on disk: read as they were written, measured anew where anything is not as it should be."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from app.devices.cards.keeping import PeakFolder
from tests.devices.cards.machine import PEAKS, card


@pytest.fixture
def folder(tmp_path: Path) -> PeakFolder:
    made = PeakFolder(tmp_path / "gpus")
    made.keep(card(0), PEAKS)
    return made


def test_peaks_are_kept_for_their_card_and_its_driver(folder):
    assert folder.of(card(0)) == PEAKS
    assert folder.of(card(1)) is None
    assert folder.of(replace(card(0), driver="999.1")) is None


def test_they_are_of_one_version_of_the_program(folder, monkeypatch):
    monkeypatch.setattr("app.devices.cards.keeping.__version__", "99")
    assert folder.of(card(0)) is None


@pytest.mark.parametrize("rate", [0, -1.0, 1e9, "4000", True, None, float("nan"), float("inf"), [1.0]])
def test_a_rate_that_no_card_has_is_not_believed(folder, rate):
    path = folder._path(card(0))
    kept = json.loads(path.read_text())
    kept["peaks"]["copy_gbps"] = rate
    path.write_text(json.dumps(kept))
    assert folder.of(card(0)) is None


@pytest.mark.parametrize("text", ["", "{", "[]", "null", '{"peaks": {}}', "\udcff", "[" * 100_000])
def test_a_file_that_makes_no_sense_is_as_none(folder, text):
    folder._path(card(0)).write_bytes(text.encode(errors="surrogateescape"))
    assert folder.of(card(0)) is None


def test_a_folder_that_cannot_be_written_is_told_of(tmp_path, caplog):
    (tmp_path / "file").touch()
    PeakFolder(tmp_path / "file").keep(card(0), PEAKS)
    assert "are not kept" in caplog.text


def test_nothing_else_is_left_in_the_folder(folder, tmp_path):
    assert len(list((tmp_path / "gpus").iterdir())) == 1
