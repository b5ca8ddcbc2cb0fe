"""The change log of the animals, as it is in the database."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any


@dataclass(frozen=True)
class Entry:
    """A change."""

    number: int
    operation: str
    kind: str
    payload: dict[str, Any]
    # The time of the database when the change was written, before its commit.
    at: float

    @classmethod
    def of(cls, row: dict[str, Any]) -> Entry:
        """Returns the entry of a row."""
        at = datetime.fromisoformat(row["at"]).timestamp()
        return cls(row["seq"], row["operation"], row["kind"], row["payload"], at)


@dataclass(frozen=True)
class Stored:
    """A stored animal."""

    name: str
    diet: str
    category: str
    number: int


@dataclass(frozen=True)
class Effect:
    """The change of one animal by an entry."""

    entry: Entry
    before: str | None
    # The new name; None if the animal was deleted.
    after: str | None


@dataclass
class Content:
    """The animals by id, and the changes of each."""

    animals: dict[str, Stored] = field(default_factory=dict)
    effects: dict[str, list[Effect]] = field(default_factory=dict)


def gaps(entries: Sequence[Entry]) -> list[str]:
    """Returns the places where the numbers of a log do not follow each other, and the
    operations that occur twice."""
    found = [
        f"{later.number} follows {earlier.number}"
        for earlier, later in zip(entries, entries[1:], strict=False)
        if later.number != earlier.number + 1
    ]
    operations = [entry.operation for entry in entries]
    if len(set(operations)) < len(operations):
        found.append("an operation occurs twice")
    return found


def fold(entries: Iterable[Entry], onto: Content | None = None) -> Content:
    """Applies changes to a content, by default to none."""
    content = onto or Content()
    for entry in entries:
        if "put" in entry.payload:
            _put(entry, entry.payload["put"], content)
        elif "removed" in entry.payload:
            _set(entry, entry.payload["removed"]["animalId"], None, content)
        elif "everything" in entry.payload:
            everything = entry.payload["everything"]["animals"]
            present = {each["animal"]["animalId"] for each in everything}
            for animal in set(content.animals) - present:
                _set(entry, animal, None, content)
            for each in everything:
                content.animals.pop(each["animal"]["animalId"], None)
                _put(entry, each, content)
        else:
            assert not entry.payload, entry
    return content


def _put(entry: Entry, each: dict[str, Any], content: Content) -> None:
    animal = each["animal"]
    old = content.animals.get(animal["animalId"])
    # A new animal gets a number relative to its entry, and keeps it.
    number = entry.number + each["number"] if old is None else old.number
    new = Stored(animal["name"], animal["diet"], animal["categoryId"], number)
    _set(entry, animal["animalId"], new, content)


def _set(entry: Entry, animal: str, new: Stored | None, content: Content) -> None:
    old = content.animals.pop(animal, None)
    if new is not None:
        content.animals[animal] = new
    effect = Effect(entry, old.name if old else None, new.name if new else None)
    content.effects.setdefault(animal, []).append(effect)
