"""Several cards: work goes to all of them, and one that does not work is set aside while the others serve."""

from dataclasses import replace

import numpy as np
import pytest

from app.devices import Argument, Launch, RunLimits
from app.devices.cards import census
from app.devices.cards.device import GpuDevice
from app.devices.cards.executor import Executor, ExecutorError
from app.devices.cards.fleet import Fleet
from app.devices.cards.trials import OurTrials
from bench import gpu_crew, served
from tests.gpu.conftest import cards

pytestmark = pytest.mark.slow

ADD = "from numba import cuda\n@cuda.jit\ndef add(a, out):\n    out[cuda.grid(1)] = a[cuda.grid(1)] + 1\n"


@pytest.fixture
def added(compiler):
    """Runs a kernel on a device and says whether it was right."""
    a = np.arange(1024, dtype=np.float32)
    arguments = [Argument("a", a), Argument("out", np.zeros_like(a), is_output=True, holds_input=False)]
    compiled = compiler.compile(ADD, "add", arguments)

    def run(device):
        made = device.run(compiled, Launch((4,), (256,)), arguments, RunLimits())
        return np.array_equal(made.outputs["out"], a + 1)

    return run


def test_a_card_that_does_not_start_is_set_aside_and_another_serves(fleet, compiler, added, tmp_path):
    real = census.cards()
    broken = real[1] if len(real) > 1 else replace(real[0], index=len(real), uuid="GPU-pretended")
    print("the broken card is", "pretended: this machine has one" if len(real) == 1 else f"GPU {broken.index}")

    def start(index):
        if index == broken.index:
            raise ExecutorError("this card is made to fail")
        return Executor(index)

    with Fleet([broken, real[0]], tmp_path, start) as mixed, GpuDevice(mixed) as device:
        mixed.settle(60)
        mixed.equip(OurTrials.compiled(compiler))
        assert added(device)
        standings = {one.card.uuid: one for one in mixed.standings()}
    assert standings[real[0].uuid].usable
    assert not standings[broken.uuid].usable
    assert standings[broken.uuid].reason


def test_work_goes_to_every_card(fleet, tmp_path):
    if cards() < 2:
        pytest.skip("this machine has one GPU: there is nothing to spread work over")
    before = [card["memory"] for card in gpu_crew.cards()]
    course = served.course(tmp_path / "course", (1, 1_000))
    with gpu_crew.crew(2 * cards(), course, tmp_path / "data") as crew:
        done = crew.grade(200)
        after = [card["memory"] for card in gpu_crew.cards()]
    assert all(now - then > 256 << 20 for now, then in zip(after, before, strict=True))
    assert len(done["devices"]) == cards()
