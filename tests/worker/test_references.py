"""Cases and answers, made by the exercise's own code."""

from dataclasses import replace

import numpy as np
import pytest

from app.errors import InfrastructureError
from app.worker.references import References
from tests.taught import taught

ADD = taught().exercises["vector-add"]


def test_answers_are_made_once_a_version() -> None:
    references = References(seed=1)
    first = references.of(ADD)
    assert references.of(ADD) is first
    assert references.of(replace(ADD, version="another")) is not first


def test_an_answer_has_the_dtype_of_its_output() -> None:
    wide = replace(ADD, reference=lambda a, b: {"out": a.astype(np.float64) + b})
    assert References(seed=1).of(wide)[0].expected["out"].dtype == np.float32


@pytest.mark.parametrize("reference", [lambda a, b: 1 / 0, lambda a, b: {}, lambda a: {"out": a}])
def test_an_exercise_that_fails_is_no_learners_fault(reference: object) -> None:
    with pytest.raises(InfrastructureError, match="the exercise 'vector-add' has no answers: "):
        References(seed=1).of(replace(ADD, reference=reference))
