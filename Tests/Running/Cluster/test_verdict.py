"""Each broken promise is found; a correct history has no problems."""

from __future__ import annotations

from typing import Any

import pytest

from change_log import Content, Entry, Stored, fold
from history import Attempt, History, Outcome, Place, Reading
from test_change_log import newer, put, removed
from verdict import problems

HERE, THERE = Place(0, 0), Place(1, 0)
# The times of entries are their numbers.
ADDED = Attempt("eel", "add", None, "a", HERE, 0.5, 1.5, Outcome.SAVED)
UPDATED = Attempt("eel", "update", "a", "b", HERE, 1.8, 2.5, Outcome.SAVED)
LOG = [put(1, "eel", "a"), put(2, "eel", "b")]


def verdict(
    records: list[Attempt | Reading],
    entries: list[Entry] = LOG,
    table: dict[str, Stored] | None = None,
) -> str:
    history = History()
    for record in records:
        history.add(record)
    rows = fold(entries).animals if table is None else table
    return "\n".join(problems(history, entries, Content(), rows))


def update(old: str, new: str, **more: Any) -> Attempt:
    values = {"place": THERE, "invoked": 3.0, "answered": 4.0, "outcome": Outcome.SAVED}
    return Attempt("eel", "update", old, new, **values | more)


def reading(name: str | None, **more: Any) -> Reading:
    return Reading("eel", name, **{"place": THERE, "invoked": 3.0, "answered": 4.0} | more)


def test_a_correct_history_has_no_problems() -> None:
    assert verdict([ADDED, UPDATED]) == ""


@pytest.mark.parametrize(
    "record",
    [
        # Another instance may be late.
        reading("a"),
        reading("b"),
        update("z", "c", outcome=Outcome.CONFLICT),
        update("b", "c", outcome=Outcome.CONFLICT),
        update("b", "c", outcome=Outcome.LOST),
        update("b", "c", outcome=Outcome.NOT_SAVED),
        update("b", "c", outcome=Outcome.UNSENT),
        # The form was posted twice.
        update("a", "b"),
    ],
)
def test_a_response_that_a_prefix_explains_is_no_problem(record: Attempt | Reading) -> None:
    assert verdict([ADDED, UPDATED, record]) == ""


def test_a_write_that_took_long_may_not_be_shown_yet() -> None:
    slow = update("b", "c", answered=7.0, place=HERE)
    late = reading("b", place=HERE, invoked=7.1, answered=7.2)
    entries = [*LOG, put(3, "eel", "c")]
    assert verdict([ADDED, UPDATED, slow, late], entries) == ""
    quick = update("b", "c", answered=6.0, place=HERE)
    assert "not explained" in verdict([ADDED, UPDATED, quick, late], entries)


LATE = Place(1, 2.8)


@pytest.mark.parametrize(
    ("records", "says"),
    [
        ([update("b", "c")], "lost: "),
        ([update("b", "c")], "not linearizable: eel"),
        ([update("a", "c")], "several edits of “a” of eel were saved"),
        ([reading("z")], "not explained"),
        # An instance never goes back.
        ([reading("a", place=HERE)], "not explained"),
        ([reading("b"), reading("a", invoked=5, answered=6)], "not explained"),
        # It loads everything at its start.
        ([reading("a", place=LATE)], "not explained"),
        # It waits for the position in the address.
        ([reading("a", position=2)], "not explained"),
        # A response does not show the future.
        ([reading("b", invoked=1.2, answered=1.9)], "not explained"),
        ([update("b", "c", outcome=Outcome.CONFLICT, place=HERE)], "not explained"),
        ([update("b", "c", outcome=Outcome.MISSING)], "not explained"),
    ],
)
def test_a_response_that_nothing_explains_is_a_problem(
    records: list[Attempt | Reading], says: str
) -> None:
    assert says in verdict([ADDED, UPDATED, *records])


def test_a_late_copy_of_an_addition_may_be_refused_after_the_deletion() -> None:
    deleted = Attempt("eel", "delete", "b", None, HERE, 2.8, 3.5, Outcome.SAVED)
    late = Attempt("eel", "add", None, "a", HERE, 4.0, 5.0, Outcome.CONFLICT)
    entries = [*LOG, removed(3, "eel")]
    assert verdict([ADDED, UPDATED, deleted, late], entries) == ""
    early = Attempt("eel", "add", None, "a", HERE, 0.2, 0.4, Outcome.CONFLICT)
    assert "not explained" in verdict([ADDED, UPDATED, deleted, early], entries)


def test_a_refused_change_in_the_log_is_a_problem() -> None:
    refused = update("b", "c", outcome=Outcome.NOT_SAVED)
    assert "refused, but in the log" in verdict(
        [ADDED, UPDATED, refused], [*LOG, put(3, "eel", "c")]
    )


def test_a_redirect_to_a_page_without_the_change_is_a_problem() -> None:
    attempts = [update("b", "c", position=position) for position in (2, 3)]
    entries = [*LOG, put(3, "eel", "c")]
    assert "of the redirect" in verdict([ADDED, UPDATED, attempts[0]], entries)
    assert verdict([ADDED, UPDATED, attempts[1]], entries) == ""


def test_a_change_that_nobody_sent_is_a_problem() -> None:
    assert "nobody sent" in verdict([ADDED, UPDATED], [*LOG, put(3, "eel", "c")])
    assert "nobody sent" in verdict([ADDED, UPDATED], [*LOG, removed(3, "eel")])


def test_a_change_that_is_made_twice_is_a_problem() -> None:
    assert "more often" in verdict([ADDED, UPDATED], [*LOG, put(3, "eel", "b")])


def test_a_version_that_its_form_creates_again_can_be_replaced_again() -> None:
    repeated = Attempt("eel", "add", None, "a", THERE, 0.6, 9.0, Outcome.LOST)
    deleted = Attempt("eel", "delete", "b", None, HERE, 2.8, 3.5, Outcome.SAVED)
    again = update("a", "c", invoked=4.2, answered=5.5)
    entries = [*LOG, removed(3, "eel"), put(4, "eel", "a"), put(5, "eel", "c")]
    assert verdict([ADDED, UPDATED, repeated, deleted, again], entries) == ""


def test_a_change_that_does_not_replace_the_version_of_its_form_is_a_problem() -> None:
    late = update("a", "c", outcome=Outcome.LOST)
    assert "nobody sent" in verdict([ADDED, UPDATED, late], [*LOG, put(3, "eel", "c")])


def test_a_table_that_differs_from_the_log_is_a_problem() -> None:
    assert "does not fold" in verdict([ADDED, UPDATED], table={})


def test_a_gap_is_a_problem() -> None:
    entries = [put(1, "eel", "a"), put(3, "eel", "b")]
    assert "the log has a gap" in verdict([ADDED, UPDATED], entries)


def test_a_change_of_a_newer_program_is_part_of_the_history() -> None:
    entries = [*LOG, newer(3, "eel", "c")]
    assert verdict([ADDED, UPDATED], entries) == ""
    later = update("c", "d", invoked=3.2, answered=7)
    assert verdict([ADDED, UPDATED, later], [*entries, put(4, "eel", "d")]) == ""


def test_a_race_that_nobody_wins_is_a_problem() -> None:
    losers = [update("b", name, outcome=Outcome.CONFLICT) for name in ("c", "d")]
    winner = update("b", "e")
    for records, says in (([*losers], "no edit of a race"), ([*losers, winner], "")):
        history = History()
        history.races.append(losers)
        for record in [ADDED, UPDATED, *records]:
            history.add(record)
        entries = [*LOG, put(3, "eel", "e")] if winner in records else LOG
        found = "\n".join(problems(history, entries, Content(), fold(entries).animals))
        # Nothing but an edit explains the conflicts.
        assert says in found and ("no edit of a race" in found) == (says != "")
