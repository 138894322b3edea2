"""Drafts: one a learner and exercise, and none overwritten by an older one."""

from __future__ import annotations

import pytest
from sqlalchemy import text

from app.store.drafts import DraftStore, Kept


@pytest.fixture
def drafts(world):
    return DraftStore(world.db)


@pytest.fixture
def save(world, drafts):
    def save(source: str, revision: int = 0, *, token: str = "ada", version: str = "v1", instead: str | None = None):
        draft, won = drafts.save(world.learner(token), "vector-add", version, source, revision, instead=instead)
        assert won == (draft.source == source)
        return draft

    return save


def test_a_draft_comes_back_as_it_was(world, drafts, save):
    saved = save("a = 'ü'\n\n")
    assert drafts.of(world.learner(), "vector-add") == saved
    assert (saved.source, saved.version, saved.updated_at) == ("a = 'ü'\n\n", "v1", world.clock.now)


def test_each_learner_and_exercise_has_its_own(world, drafts, save):
    save("a")
    assert drafts.of(world.learner("grace"), "vector-add") is None
    assert drafts.of(world.learner(), "reverse-block") is None


def test_a_learner_has_one_row_an_exercise(world, save):
    revision = 0
    for source in "abc":
        revision = save(source, revision).revision
    with world.db.read() as conn:
        assert conn.scalar(text("SELECT count(*) FROM draft")) == 1


def test_a_text_made_from_an_older_draft_changes_nothing(world, drafts, save):
    first = save("a")
    second = save("b", first.revision)
    assert save("c", first.revision) == second
    assert save("c", 0) == second
    assert drafts.of(world.learner(), "vector-add") == second


def test_a_text_that_is_sent_twice_is_saved_once(save):
    first = save("a")
    assert save("a", 0) == first


def test_a_revision_is_not_given_again_after_a_removal(world, drafts, save):
    first = save("a")
    drafts.remove(world.learner(), "vector-add")
    assert drafts.of(world.learner(), "vector-add") is None
    second = save("b")
    assert second.revision > first.revision
    assert save("c", first.revision) == second


def test_a_draft_that_was_removed_elsewhere_can_be_saved_again(world, drafts, save):
    first = save("a")
    drafts.remove(world.learner(), "vector-add")
    assert save("b", first.revision).source == "b"


def test_a_text_given_up_is_kept_until_the_next_is_given_up(save):
    first = save("mine", instead="theirs")
    second = save("mine, longer", first.revision)
    assert second.kept == first.kept == Kept("theirs", first.updated_at)
    assert save("x", second.revision, instead="y").kept.source == "y"


def test_what_is_replaced_is_kept_with_its_time(world, drafts, save):
    first = save("typed")
    world.clock.advance(60)
    replaced = drafts.replace(world.learner(), "vector-add", "v2", "older version")
    assert replaced.kept == Kept("typed", first.updated_at)
    assert (replaced.source, replaced.version) == ("older version", "v2")
    assert drafts.of(world.learner(), "vector-add") == replaced


def test_replacing_a_text_by_itself_gives_nothing_up(world, drafts, save):
    save("typed", instead="before")
    assert drafts.replace(world.learner(), "vector-add", "v1", "typed").kept.source == "before"


def test_replacing_nothing_keeps_nothing(world, drafts):
    assert drafts.replace(world.learner(), "vector-add", "v1", "a").kept is None


def test_a_text_that_was_saved_meanwhile_and_is_given_up_is_no_conflict(save):
    first = save("sent")
    save("typed since", first.revision)  # by a page that was left, whose answer nobody read
    back = save("sent", first.revision, instead="typed since")
    assert back.kept is not None
    assert back.kept.source == "typed since"
    save("elsewhere", back.revision)
    assert save("mine", back.revision, instead="typed since").source == "elsewhere"
