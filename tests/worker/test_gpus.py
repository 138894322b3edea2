"""What the doctor says of GPUs: none is well, one that does not work is not."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Self

import pytest

from app.config import Settings
from app.devices.cards import census, seeing
from app.devices.cards.executor import ExecutorError
from app.devices.cards.keeping import FOLDER, PeakFolder
from app.devices.records import Card, Peaks
from app.errors import InfrastructureError
from app.sandbox.confine import Hardened, Standing
from app.worker import doctor, gpus

CARD = Card(0, "GPU-1", "NVIDIA H200", "sm_90", 140 << 30, 132, "580.159.04", "13.0", reads_host=False)


class Opened:
    """An executor that comes up, with one layer that does not stand whole."""

    hardened = Hardened({"ids": Standing(whole=False, detail="still root"), "seccomp": Standing(whole=True, detail="")})

    def __init__(self, index: int) -> None:
        self.index = index

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None: ...

    def ready(self) -> Card:
        return CARD


class Broken(Opened):
    def ready(self) -> Card:
        raise ExecutorError("CUDA_ERROR_OUT_OF_MEMORY")


@pytest.fixture
def said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """What is said of a machine with these cards: by name, whether it is well, and the detail."""

    def said(*cards: Card, gpus_: str = "auto", start=Opened) -> dict[str, tuple[bool, str]]:
        monkeypatch.setattr(seeing, "count", lambda _: len(cards))
        monkeypatch.setattr(census, "cards", lambda: cards)
        settings = Settings(data=tmp_path, gpus=gpus_)
        return {name: (well, detail) for name, well, detail, _ in gpus.examined(settings, start, {})}

    return said


def test_without_a_gpu_all_is_well(said):
    assert said() == {"gpu": (True, "no NVIDIA GPU; kernels run on the interpreter")}
    assert said(CARD, gpus_="none")["gpu"][0]


def test_one_that_was_asked_for_and_is_not_there_is_missing(said):
    assert not said(gpus_="0")["gpu"][0]
    assert said(CARD, gpus_="1") == {"gpu 1": (False, "there is none of this number")}


def test_a_card_is_described_with_what_stands_round_its_process(said):
    told = said(CARD)
    assert told["gpu 0"] == (True, "NVIDIA H200, 140 GiB, sm_90, driver 580.159.04, CUDA 13.0")
    assert told["gpu 0 process"] == (True, "comes up behind 2 layers, less ids: still root")
    assert told["gpu 0 peaks"] == (True, "not measured yet: the first worker does it")


def test_peaks_that_were_kept_are_told(said, tmp_path):
    PeakFolder(tmp_path / FOLDER).keep(CARD, Peaks(4123.4, 60_000, 30_000))
    assert said(CARD)["gpu 0 peaks"][1] == "copy 4,123 GB/s, float32 60,000 GFLOP/s, float64 30,000 GFLOP/s"


def test_memory_that_kernels_can_reach_is_told_with_what_to_do(said):
    assert "uvm_disable_hmm=1" in said(replace(CARD, reads_host=True))["gpu 0 host"][1]


def test_a_card_on_which_nothing_starts_is_not_well_and_says_why(said):
    assert said(CARD, start=Broken)["gpu 0 process"] == (False, "CUDA_ERROR_OUT_OF_MEMORY")


def test_an_architecture_that_is_not_compiled_for_is_not_well(said):
    assert not said(replace(CARD, arch="sm_70"))["gpu 0"][0]


def test_a_driver_that_is_too_old_is_not_well(said):
    assert not said(replace(CARD, cuda="12.9"))["gpu 0"][0]


def test_a_driver_that_does_not_work_is_told_with_advice(monkeypatch):
    def broken() -> None:
        raise InfrastructureError("the driver cannot be asked: CUDA_ERROR_NO_DEVICE")

    monkeypatch.setattr(seeing, "count", lambda _: 1)
    monkeypatch.setattr(census, "cards", broken)
    lines = [line for line in doctor.examine(Settings()).lines if line.name == "gpu"]
    assert [(line.well, "CUDA_ERROR_NO_DEVICE" in line.detail, "580" in line.advice) for line in lines] == [
        (False, True, True)
    ]
