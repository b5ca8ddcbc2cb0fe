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
    payload: dict[str, Any]
    # The time of the database when the change was written, before its commit.
    at: float
    # The time when it was removed from the log; None if it is there.
    trimmed: float | None = None

    @property
    def is_newer(self) -> bool:
        """True for a change of a newer program."""
        return "newer" in self.payload

    @classmethod
    def of(cls, row: dict[str, Any]) -> Entry:
        """Returns the entry of a row."""
        at = datetime.fromisoformat(row["at"]).timestamp()
        trimmed = row.get("trimmed")
        return cls(
            row["seq"], row["operation"], row["payload"], at,
            datetime.fromisoformat(trimmed).timestamp() if trimmed else None,
        )  # fmt: skip


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
    operations that occur twice. One may occur again after its entry was removed."""
    found = [
        f"{later.number} follows {earlier.number}"
        for earlier, later in zip(entries, entries[1:], strict=False)
        if later.number != earlier.number + 1
    ]
    known: dict[str, Entry] = {}
    for entry in entries:
        earlier = known.get(entry.operation)
        if earlier and not (earlier.trimmed and earlier.trimmed <= entry.at):
            found.append(f"{earlier.number} and {entry.number} are one operation")
        known[entry.operation] = entry
    return found


def fold(entries: Iterable[Entry], onto: Content | None = None) -> Content:
    """Applies changes to a content, by default to none."""
    content = onto or Content()
    for entry in entries:
        match entry.payload:
            case {"edited": {"_0": operation, "firstNumber": number}}:
                for edit in operation["edits"]:
                    if "new" in edit:
                        number += _put(entry, edit["new"], number, content)
                    else:
                        _set(entry, edit["id"], None, content)
            case {"everything": {"animals": animals}}:
                for animal in set(content.animals) - {each["animalId"] for each in animals}:
                    _set(entry, animal, None, content)
                for number, each in enumerate(animals, start=1):
                    content.animals.pop(each["animalId"], None)
                    _put(entry, each, number, content)
            case {"newer": {"animal": animal, "number": number}}:
                _put(entry, animal, number, content)
            case payload:
                assert not payload, entry
    return content


def _put(entry: Entry, animal: dict[str, Any], number: int, content: Content) -> bool:
    """Stores an animal. A new one gets the number, an existing one keeps its own.

    Returns true if it is new.
    """
    old = content.animals.get(animal["animalId"])
    new = Stored(
        animal["name"], animal["diet"], animal["categoryId"], old.number if old else number
    )
    _set(entry, animal["animalId"], new, content)
    return old is None


def _set(entry: Entry, animal: str, new: Stored | None, content: Content) -> None:
    old = content.animals.pop(animal, None)
    if new is not None:
        content.animals[animal] = new
    effect = Effect(entry, old.name if old else None, new.name if new else None)
    content.effects.setdefault(animal, []).append(effect)
