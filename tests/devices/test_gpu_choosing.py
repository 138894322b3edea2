"""Which card an executor sees, told from the driver's files without loading it."""

import os

import pytest

from app.devices.gpu.choosing import choose, listed, present
from app.sandbox.nvidia import NoCardError

UUIDS = ["GPU-aaaa-1", "GPU-bbbb-2", "GPU-bbcc-3"]


@pytest.mark.parametrize(
    ("visible", "cards"),
    [
        ("0,2", [0, 2]), ("2,1,0", [2, 1, 0]), ("1,-1,2", [1]), ("1,1", [1]), ("GPU-aaaa", [0]), ("GPU-bb", []),
        ("GPU-bbc,0", [2, 0]), ("7", []), ("", []), ("0, 2", [0, 2]),
    ],
)  # fmt: skip
def test_a_list_is_read_as_cuda_reads_it(visible, cards):
    assert listed(visible, UUIDS) == cards


def machine(folder, minors, nodes):
    for place, minor in enumerate(minors):
        card = folder / "gpus" / f"0000:{place:02x}:00.0"
        card.mkdir(parents=True)
        uuid = f"GPU UUID: \t GPU-{minor}" if minor else "GPU UUID: \t GPU-????????-????"
        (card / "information").write_text(f"Model: \t X\n{uuid}\nDevice Minor: \t {minor}\n")
    for node in nodes:
        (folder / f"nvidia{node}").touch()
    return folder / "gpus", folder


def test_cards_come_in_the_order_of_the_bus_where_their_nodes_are(tmp_path):
    assert present(*machine(tmp_path, [3, 0, 1], [0, 3])) == [("GPU-3", 3), ("", 0)]


def test_a_machine_without_a_driver_has_no_card(tmp_path):
    assert present(tmp_path / "gpus", tmp_path) == []


def test_a_card_that_is_not_there_is_named(monkeypatch):
    monkeypatch.setattr("app.devices.gpu.choosing.present", lambda: [("GPU-a", 0)])
    with pytest.raises(NoCardError, match="no card 1: 1 can be seen"):
        choose(1, "")


def test_cuda_is_told_the_card_by_its_name(monkeypatch):
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "")
    monkeypatch.setattr("app.devices.gpu.choosing.present", lambda: [("GPU-a", 0), ("GPU-b", 1)])
    assert choose(0, "1,0") == 1

    assert os.environ["CUDA_VISIBLE_DEVICES"] == "GPU-b"
