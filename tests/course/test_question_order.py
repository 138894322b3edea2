"""The order in which choices and blocks are shown tells nothing and stays the same."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from app.course.questions.hashes import shuffled

KEYS = st.lists(st.text("abcdef0123456789", min_size=1, max_size=8), unique=True, min_size=2, max_size=9)


@given(KEYS, st.data(), st.text(max_size=8))
def test_the_solution_never_stands_in_its_order(keys: list[str], data: st.DataObject, salt: str) -> None:
    solution = keys[: data.draw(st.integers(2, len(keys)))]
    order = shuffled(keys, salt, solution)
    assert sorted(order) == sorted(keys)
    assert [key for key in order if key in solution] != solution


@given(KEYS, st.randoms())
def test_where_an_author_writes_a_key_makes_no_difference(keys: list[str], chance: Random) -> None:
    moved = list(keys)
    chance.shuffle(moved)
    assert shuffled(moved, "q", keys[:2]) == shuffled(keys, "q", keys[:2])


def test_another_question_shows_the_same_blocks_in_another_order() -> None:
    keys = list("abcdefgh")
    assert len({tuple(shuffled(keys, salt, keys)) for salt in ("one", "two", "three")}) == 3
