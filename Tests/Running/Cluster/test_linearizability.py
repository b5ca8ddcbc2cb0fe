"""The checker of histories accepts what one store could answer, and refuses the rest."""

from __future__ import annotations

import random

import pytest

from linearizability import NEVER, Step, Undecided, is_linearizable


def add(new: str, invoked: float, answered: float = NEVER) -> Step:
    return Step("add", None, new, invoked, answered)


def update(old: str, new: str, invoked: float, answered: float = NEVER) -> Step:
    return Step("update", old, new, invoked, answered)


def delete(old: str, invoked: float, answered: float = NEVER) -> Step:
    return Step("delete", old, None, invoked, answered)


def read(old: str | None, invoked: float, answered: float) -> Step:
    return Step("read", old, None, invoked, answered)


ACCEPTED = {
    "nothing": [],
    "one after the other": [add("a", 1, 2), update("a", "b", 3, 4), delete("b", 5, 6)],
    "at the same time, in another order than invoked": [
        add("a", 1, 2), update("b", "c", 3, 9), update("a", "b", 4, 8),
    ],
    "a read during a write sees the old content": [
        add("a", 1, 2), update("a", "b", 3, 6), read("a", 4, 5),
    ],
    "a read during a write sees the new content": [
        add("a", 1, 2), update("a", "b", 3, 6), read("b", 4, 5),
    ],
    "an unknown outcome had an effect": [add("a", 1), update("a", "b", 3, 4)],
    "an unknown outcome had an effect later": [
        add("a", 1, 2), update("a", "b", 3), read("a", 5, 6), read("b", 7, 8),
    ],
    "an unknown outcome had no effect": [
        add("a", 1, 2), update("a", "b", 3), update("a", "c", 5, 6), read("c", 7, 8),
    ],
    "a form posted twice": [add("a", 1, 2), add("a", 3, 4), read("a", 5, 6)],
    "a form posted again after others": [
        add("a", 1, 2), update("a", "b", 3), update("b", "c", 5, 6), update("a", "b", 7, 8),
        read("c", 9, 10),
    ],
    "a deletion posted twice": [add("a", 1, 2), delete("a", 3, 9), delete("a", 4, 8)],
    "an animal added again by the same form": [
        add("a", 1, 2), delete("a", 3, 4), add("a", 5, 6), read("a", 7, 8),
    ],
}

REFUSED = {
    "a lost write": [add("a", 1, 2), update("a", "b", 3, 4), read("a", 5, 6)],
    "a lost addition": [add("a", 1, 2), read(None, 3, 4)],
    "a lost deletion": [add("a", 1, 2), delete("a", 3, 4), read("a", 5, 6)],
    "two edits of one version": [
        add("a", 1, 2), update("a", "b", 3, 9), update("a", "c", 3, 9),
    ],
    "a deletion of another version than the one that was deleted": [
        add("a", 1, 2), update("a", "b", 3, 4), delete("b", 5, 6), delete("a", 7, 8),
    ],
    "an edit of a deleted animal": [add("a", 1, 2), delete("a", 3, 4), update("a", "b", 5, 6)],
    "an edit before its version": [update("a", "b", 1, 2), add("a", 3, 4)],
    "reads that go back": [
        add("a", 1, 2), update("a", "b", 3), read("b", 4, 5), read("a", 6, 7),
    ],
    "an effect that came twice": [
        add("a", 1, 2), update("a", "b", 3), update("b", "a2", 5, 6), update("a2", "c", 7, 8),
        read("b", 9, 10),
    ],
    "a content that nobody wrote": [add("a", 1, 2), read("z", 3, 4)],
}


@pytest.mark.parametrize("name", ACCEPTED)
def test_a_history_that_one_store_could_have_is_accepted(name: str) -> None:
    assert is_linearizable(ACCEPTED[name])


@pytest.mark.parametrize("name", REFUSED)
def test_a_history_that_no_store_could_have_is_refused(name: str) -> None:
    assert not is_linearizable(REFUSED[name])


def test_a_history_may_begin_with_a_content() -> None:
    assert is_linearizable([update("a", "b", 1, 2)], initial="a")
    assert not is_linearizable([update("a", "b", 1, 2)])


def test_a_search_without_end_is_given_up() -> None:
    steps = [add("a", 0, 1)] + [update("a", f"b{n}", 2) for n in range(40)]
    steps += [update(f"b{n}", f"c{n}", 2) for n in range(40)]
    with pytest.raises(Undecided):
        is_linearizable([*steps, read("z", 3, 4)], limit=50)


@pytest.mark.parametrize("seed", range(50))
def test_histories_of_a_store_are_accepted_and_tampered_ones_refused(seed: int) -> None:
    """Operations take effect at one moment between invocation and response."""
    choices = random.Random(seed)
    steps: list[Step] = []
    current: str | None = None
    for number in range(60):
        moment = float(number)
        before, after = choices.uniform(0, 3), choices.uniform(0, 3)
        invoked = moment - before
        answered = NEVER if choices.random() < 0.2 else moment + after
        if answered == NEVER and choices.random() < 0.5:
            # It has no effect, ever.
            steps.append(update(str(current), f"never {number}", invoked))
        elif current is None:
            current = f"v{number}"
            steps.append(add(current, invoked, answered))
        elif choices.random() < 0.2:
            steps.append(delete(current, invoked, answered))
            current = None
        else:
            new = f"v{number}"
            steps.append(update(current, new, invoked, answered))
            current = new
    last = read(current, 100, 101)
    assert is_linearizable([*steps, last])
    assert not is_linearizable([*steps, read("v-1", 100, 101)])
    # A second success from the same version.
    edits = [step for step in steps if step.kind == "update" and step.answered != NEVER]
    twin = Step("update", edits[0].old, "twin", edits[0].invoked, edits[0].answered)
    assert not is_linearizable([*steps, twin, last])
