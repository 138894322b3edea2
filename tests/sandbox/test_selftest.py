"""The self-test: silent where all is well, and a layer that is away is named."""

from __future__ import annotations

import os

import pytest

from app.errors import MissingLayerError
from app.sandbox import ALL_LAYERS, Layer, libc, preflight, require

NEED_EACH_OTHER = {Layer.NO_NEW_PRIVS: {Layer.NO_NEW_PRIVS, Layer.LANDLOCK, Layer.SECCOMP}}


def test_with_every_layer_there_is_nothing_to_complain_about() -> None:
    states = preflight()
    assert [name for name, state in states.items() if not state.present] == []
    assert states.keys() == {layer.value for layer in Layer}


@pytest.mark.parametrize("layer", sorted(Layer))
def test_a_layer_that_is_away_is_named_with_a_remedy(layer: Layer) -> None:
    if layer is Layer.IDS and os.geteuid() != 0:
        pytest.skip("a plain user has no ids to drop")
    if layer is Layer.NO_NEW_PRIVS and libc.prctl(libc.PR_GET_NO_NEW_PRIVS):
        pytest.skip("whoever started the tests has put this layer up already")
    states = preflight(ALL_LAYERS - {layer})
    assert {name for name, state in states.items() if not state.present} == NEED_EACH_OTHER.get(layer, {layer})
    assert states[layer].remedy


def test_a_missing_layer_is_an_error_that_says_which() -> None:
    with pytest.raises(MissingLayerError, match="landlock: a child could list /") as caught:
        require(ALL_LAYERS - {Layer.LANDLOCK})
    assert caught.value.missing.keys() == {"landlock"}
