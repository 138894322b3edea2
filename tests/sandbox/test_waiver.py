"""Which layers can be left out, and by whom."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.config import LAYERS
from app.errors import ConfigError, MissingLayerError
from app.sandbox import ALL_LAYERS, Layer, ids, opened, require, standing


@pytest.fixture(autouse=True)
def root(monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker that starts as root, with a Python that everybody can read."""
    monkeypatch.setattr(ids, "is_root", lambda: True)
    monkeypatch.setattr(ids, "closed_to_others", lambda _: None)


def test_the_setting_knows_the_layers_by_their_names() -> None:
    assert set(LAYERS) == {layer.value for layer in Layer}


def test_nothing_is_left_out_unless_it_is_named() -> None:
    assert standing([]) == ALL_LAYERS
    assert opened([]) == []


@pytest.mark.parametrize("layer", ["landlock", "seccomp"])
def test_one_of_two_layers_can_be_left_out_and_what_it_opens_is_said(layer: str) -> None:
    assert ALL_LAYERS - standing([layer]) == {layer}
    (said,) = opened([layer])
    assert said.startswith(f"The sandbox runs without {layer}: learner code can ")


@pytest.mark.parametrize("layer", ["ids", "pdeathsig", "rlimits", "non_dumpable", "no_new_privs"])
def test_no_other_can(layer: str) -> None:
    with pytest.raises(ConfigError, match=f"GRIDSTRIDE_WITHOUT names {layer}, which is never left out: "):
        standing([layer])


def test_two_cannot_be_left_out_together() -> None:
    with pytest.raises(ConfigError, match="names landlock, seccomp: one can be left out"):
        standing(["landlock", "seccomp"])


@pytest.mark.parametrize("layer", ["landlock", "seccomp"])
def test_a_plain_user_needs_all(monkeypatch: pytest.MonkeyPatch, layer: str) -> None:
    monkeypatch.setattr(ids, "is_root", lambda: False)
    with pytest.raises(ConfigError, match="is for a worker that starts as root"):
        standing([layer])


def test_landlock_is_needed_where_children_may_pass_every_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ids, "closed_to_others", lambda _: Path("/root"))
    with pytest.raises(ConfigError, match="Python lives under /root"):
        standing(["landlock"])
    assert Layer.SECCOMP not in standing(["seccomp"])


def test_what_was_waived_is_not_missed_and_nothing_else_is_forgiven() -> None:
    require(waived={Layer.SECCOMP})
    with pytest.raises(MissingLayerError) as caught:
        require(ALL_LAYERS - {Layer.LANDLOCK}, waived={Layer.SECCOMP})
    assert caught.value.missing.keys() == {"landlock"}
