"""What an executor is granted: its card's device node, not its neighbour's, and no file of ours."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.config import ROOT
from app.sandbox import nvidia
from app.sandbox.landlock import READ_FILE, WRITE

Host = tuple[Path, Path]


@pytest.fixture
def host(tmp_path: Path) -> Host:
    """The driver's folder and the device nodes of a host with cards 2, 0 and 1 in the order of the bus."""
    driver, devices = tmp_path / "gpus", tmp_path / "dev"
    devices.mkdir()
    for bus, minor in {"0000:0a:00.0": 0, "0000:06:00.0": 2, "0000:0b:00.0": 1}.items():
        (driver / bus).mkdir(parents=True)
        (driver / bus / "information").write_text(f"Model: \t Some\nDevice Minor: \t {minor}\nGPU Excluded:\t No\n")
        (devices / f"nvidia{minor}").touch()
    for name in ("nvidiactl", "nvidia-uvm", "nvidia-modeset"):
        (devices / name).touch()
    return driver, devices


@pytest.mark.parametrize(("index", "node"), [(0, "nvidia2"), (1, "nvidia0"), (2, "nvidia1")])
def test_a_card_is_found_by_its_place_on_the_bus(host: Host, index: int, node: str) -> None:
    assert [path.name for path in nvidia.nodes(index, *host)] == ["nvidiactl", "nvidia-uvm", node]


def test_a_card_without_a_node_does_not_count(host: Host) -> None:
    (host[1] / "nvidia2").unlink()
    assert nvidia.nodes(0, *host)[-1].name == "nvidia0"


def test_what_newer_drivers_and_shared_cards_need_is_granted_where_it_is(host: Host) -> None:
    (host[1] / "nvidia-uvm-tools").touch()
    (host[1] / "nvidia-caps").mkdir()
    assert {"nvidia-uvm-tools", "nvidia-caps"} < {path.name for path in nvidia.nodes(0, *host)}


@pytest.mark.parametrize("index", [-1, 3])
def test_a_card_that_is_not_there_is_an_error_with_their_number(host: Host, index: int) -> None:
    with pytest.raises(nvidia.NoCardError, match=r"no card .*shows 3"):
        nvidia.nodes(index, *host)


def test_a_host_without_the_driver_has_no_card(tmp_path: Path) -> None:
    with pytest.raises(nvidia.NoCardError, match="shows 0"):
        nvidia.nodes(0, tmp_path / "gpus", tmp_path)


def test_only_devices_and_names_of_threads_can_be_written(host: Host) -> None:
    devices = nvidia.nodes(1, *host)
    written = {grant.path for grant in nvidia.grants(devices) if grant.rights & WRITE}
    assert written == {*devices, Path("/proc/self/task")}


def test_no_folder_that_is_read_holds_ours_or_the_environment() -> None:
    readable = [grant.path for grant in nvidia.grants([]) if grant.rights & READ_FILE]
    for secret in (ROOT / "kernels", Path("/etc/passwd"), Path("/proc/self/environ"), Path("/proc/self/mem")):
        assert not [path for path in readable if path == secret or path in secret.parents]
