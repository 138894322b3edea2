"""What `gridstride doctor` says of GPUs: each is opened once, as a worker would, and closed again."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping

from app.config import ARCHS, Settings
from app.devices.cards import census, seeing
from app.devices.cards.executor import Executor
from app.devices.cards.keeping import FOLDER, PeakFolder
from app.devices.records import Card
from app.errors import InfrastructureError

NONE = "no NVIDIA GPU; kernels run on the interpreter"
_DRIVER = "Install NVIDIA's driver 580 or newer, and give this user the device nodes; docs/gpu.md says more."
_PROCESS = "See what else uses the card, and its compute mode, in nvidia-smi; docs/gpu.md says more."
_HMM = "kernels can reach this machine's memory: set `options nvidia_uvm uvm_disable_hmm=1` for the kernel's module"
Finding = tuple[str, bool, str, str]  # name, whether it is well, detail, advice


def examined(
    settings: Settings, start: Callable[[int], Executor] = Executor, environ: Mapping[str, str] = os.environ
) -> Iterator[Finding]:
    """Never raises for what it finds."""
    if settings.gpus == "none":
        yield "gpu", True, "none is wanted (GRIDSTRIDE_GPUS); kernels run on the interpreter", ""
        return
    if not seeing.count(environ):
        yield "gpu", settings.gpus == "auto", NONE, "Set GRIDSTRIDE_GPUS to auto, or make the GPUs visible."
        return
    try:
        cards = seeing.visible(census.cards(), environ)
    except InfrastructureError as error:
        yield "gpu", False, str(error), _DRIVER
        return
    wanted = seeing.asked_for(settings.gpus)
    kept = PeakFolder(settings.data / FOLDER)
    for card in cards:
        if wanted is None or card.index in wanted:
            yield from _card(card, kept, start)
    for number in set(wanted or ()) - {card.index for card in cards}:
        yield f"gpu {number}", False, "there is none of this number", "Set GRIDSTRIDE_GPUS to numbers that there are."


def _card(card: Card, kept: PeakFolder, start: Callable[[int], Executor]) -> Iterator[Finding]:
    name = f"gpu {card.index}"
    memory = f"{card.memory_bytes / (1 << 30):.0f} GiB"
    detail = f"{card.name}, {memory}, {card.arch}, driver {card.driver or 'unknown'}, CUDA {card.cuda}"
    if card.arch not in ARCHS:
        yield name, False, detail, f"Kernels cannot be compiled for {card.arch}."
        return
    if seeing.too_old(card):
        yield name, False, detail, f"Kernels are made for CUDA {seeing.OLDEST_CUDA}: install driver 580 or newer."
        return
    yield name, True, detail, ""
    yield from _opened(name, card, start)
    peaks = kept.of(card)
    if peaks is None:
        yield f"{name} peaks", True, "not measured yet: the first worker does it", ""
    else:
        rates = f"float32 {peaks.float32_gflops:,.0f} GFLOP/s, float64 {peaks.float64_gflops:,.0f} GFLOP/s"
        yield f"{name} peaks", True, f"copy {peaks.copy_gbps:,.0f} GB/s, {rates}", ""
    yield f"{name} host", True, _HMM if card.reads_host else "kernels cannot reach this machine's memory", ""


def _opened(name: str, card: Card, start: Callable[[int], Executor]) -> Iterator[Finding]:
    """Whether a process comes up there, and what stands round it."""
    try:
        with start(card.index) as executor:
            executor.ready()
            layers = executor.hardened.layers if executor.hardened is not None else {}
    except InfrastructureError as error:
        yield f"{name} process", False, str(error), _PROCESS
        return
    less = "; ".join(f"{layer}: {standing.detail}" for layer, standing in layers.items() if not standing.whole)
    yield f"{name} process", True, f"comes up behind {len(layers)} layers" + (f", less {less}" if less else ""), ""
