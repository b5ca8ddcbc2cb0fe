"""Decides whether a history of one animal can be explained by one operation after the other.

The search is that of Wing and Gong: at each step, one of the operations that no other one
precedes is executed. States that were reached before are not searched again (Lowe)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

NEVER = math.inf
STEPS = 200_000


@dataclass(frozen=True)
class Step:
    """An operation on an animal, whose content is represented by its unique name."""

    # “add”, “update”, “delete” or “read”.
    kind: str
    # The content that the operation replaces, deletes or reads; None for no animal.
    old: str | None
    # The content that it writes.
    new: str | None
    invoked: float
    # The time of the response; `NEVER` if the outcome is unknown: the operation may then
    # take effect at any time, or not at all.
    answered: float = NEVER


# The content, all contents that were written, and the one that was deleted last: a form that
# is posted again is answered as before.
_State = tuple[str | None, frozenset[str], str | None]


class Undecided(Exception):
    """The search was given up."""


def is_linearizable(
    steps: Sequence[Step], *, initial: str | None = None, limit: int = STEPS
) -> bool:
    """True if there is an order of the operations that explains all responses."""
    ordered = sorted(steps, key=lambda step: step.invoked)
    certain = sum(1 << index for index, step in enumerate(ordered) if step.answered != NEVER)
    start: tuple[int, _State] = (0, (initial, frozenset([initial] if initial else []), None))
    seen = {start}
    stack = [start]
    while stack:
        done, state = stack.pop()
        if done & certain == certain:
            return True
        end = min(
            step.answered for index, step in enumerate(ordered) if not done >> index & 1
        )
        for index, step in enumerate(ordered):
            if step.invoked > end:
                break
            if done >> index & 1:
                continue
            for following in _effects(step, state):
                next_one = (done | 1 << index, following)
                if next_one not in seen:
                    seen.add(next_one)
                    stack.append(next_one)
        if len(seen) > limit:
            raise Undecided(f"more than {limit} states of {len(ordered)} operations")
    return False


def _effects(step: Step, state: _State) -> list[_State]:
    """Returns the states after a successful operation; none if it cannot succeed."""
    current, written, deleted = state
    if step.kind == "read":
        return [state] if current == step.old else []
    if step.kind == "delete":
        if current is None:
            return [state] if deleted == step.old else []
        return [(None, written, current)] if current == step.old else []
    assert step.new is not None
    found = [state] if step.new in written else []
    # An animal is added if there is none.
    if current == (step.old if step.kind == "update" else None):
        found.append((step.new, written | {step.new}, deleted))
    return found
