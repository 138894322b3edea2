"""A process with a context on a card and the wall of an executor: CUDA works in it, and attacks do not."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from app.config import ROOT
from app.devices.cards.fleet import Fleet
from app.sandbox import Layer, nvidia

SCRIPT = """
import ctypes, json, os, socket, sys
sys.path[:] = json.loads(sys.argv[1])
os.environ.update(OPENBLAS_NUM_THREADS="1", CUDA_DEVICE_ORDER="PCI_BUS_ID")
import numpy as np
from cuda.bindings import driver
from app.devices.gpu.answer import value_of
from app.devices.gpu.choosing import choose
from app.sandbox import ALL_LAYERS, nvidia
from app.sandbox.confine import confine

card = choose(0, "")
value_of(driver.cuDriverGetVersion())
told = confine(nvidia.nodes(card), [], ("numpy", "cuda"), parent=os.getppid(), layers=ALL_LAYERS - set(sys.argv[3:]))
value_of(driver.cuInit(0))
value_of(driver.cuCtxSetCurrent(value_of(driver.cuDevicePrimaryCtxRetain(value_of(driver.cuDeviceGet(0))))))
there = value_of(driver.cuMemAlloc(1 << 20))
sent, back = np.arange(1000), np.zeros(1000, np.int64)
value_of(driver.cuMemcpyHtoD(there, sent.ctypes.data, sent.nbytes))
value_of(driver.cuMemcpyDtoH(back.ctypes.data, there, back.nbytes))
tries = {path: lambda path=path: os.close(os.open(path, os.O_RDONLY)) for path in json.loads(sys.argv[2])}
left = f"/dev/shm/gridstride-{os.urandom(8).hex()}"  # its own, so that tests which run side by side share none
tries["write"] = lambda: os.close(os.open(left, os.O_CREAT | os.O_WRONLY))
tries["socket"] = lambda: socket.socket(socket.AF_INET)
tries["execute"] = lambda: os.execv("/no-such-program", ["none"])
tries["signal"] = lambda: os.kill(os.getppid(), 0)
holes = []
for name, attempt in tries.items():
    try: attempt()
    except PermissionError: continue
    except OSError: pass
    holes.append(name)
print(json.dumps({"moved": bool((sent == back).all()), "holes": holes, "wall": told.plain(), "left": left}))
sys.stdout.flush()
os._exit(0)
"""
FILES = ["/etc/passwd", f"{ROOT}/kernels", f"{ROOT}/pyproject.toml", "/dev/shm", "/dev/null"]


def confined(*missing: Layer, files: list[str] = FILES) -> dict[str, object]:
    """What a process tells that lacks these layers."""
    path = [str(ROOT), *(entry for entry in sys.path if Path(entry).is_absolute())]
    command = [sys.executable, "-I", "-c", SCRIPT, json.dumps(path), json.dumps(files), *missing]
    done = subprocess.run(command, capture_output=True, text=True, env={}, cwd="/", timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    told: dict[str, object] = json.loads(done.stdout)
    Path(str(told["left"])).unlink(missing_ok=True)  # the filter lets nobody in there remove anything
    return told


@pytest.mark.usefixtures("fleet")
def test_cuda_works_behind_every_layer_and_no_attack_does() -> None:
    told = confined(files=[*FILES, "/proc/self/environ", "/proc/1/environ"])
    assert (told["moved"], told["holes"]) == (True, [])
    assert isinstance(told["wall"], dict)
    assert told["wall"].keys() == {layer.value for layer in Layer}


@pytest.mark.usefixtures("fleet")
def test_without_its_layers_the_attacks_succeed() -> None:
    assert confined(Layer.LANDLOCK)["holes"] == [*FILES, "write"]
    holes = confined(Layer.SECCOMP, Layer.LANDLOCK, Layer.IDS)["holes"]
    assert holes == [*FILES, "write", "socket", "execute", "signal"]


def test_the_node_of_another_card_stays_closed(fleet: Fleet) -> None:
    if len(fleet.standings()) < 2:
        pytest.skip("there is one card here")
    other = str(nvidia.nodes(1)[-1])
    assert confined(files=[other])["holes"] == []
    assert confined(Layer.LANDLOCK, files=[other])["holes"] == [other, "write"]
