"""A log folds to its tables, and its gaps are found."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from change_log import Entry, Stored, fold, gaps


def content_of(animal: str, name: str) -> dict[str, Any]:
    return {"animalId": animal, "name": name, "diet": "Omnivore", "categoryId": "Fish"}


def put(number: int, animal: str, name: str) -> Entry:
    return edited(number, {"id": animal, "new": content_of(animal, name)})


def removed(number: int, animal: str) -> Entry:
    return edited(number, {"id": animal})


def edited(number: int, *edits: dict[str, Any]) -> Entry:
    return entry(number, {"edited": {"_0": {"edits": edits}, "firstNumber": number}})


def newer(number: int, animal: str, name: str) -> Entry:
    return entry(number, {"newer": {"animal": content_of(animal, name), "number": number}})


def entry(number: int, payload: dict[str, Any]) -> Entry:
    return Entry(number, f"operation {number}", payload, float(number))


def test_changes_of_an_animal_are_applied_in_their_order() -> None:
    content = fold([put(1, "eel", "Eel"), put(2, "cod", "Cod"), put(3, "eel", "Moray")])
    # An animal keeps its place in the order of insertion.
    assert content.animals == {
        "eel": Stored("Moray", "Omnivore", "Fish", 1),
        "cod": Stored("Cod", "Omnivore", "Fish", 2),
    }
    assert [(each.before, each.after) for each in content.effects["eel"]] == [
        (None, "Eel"), ("Eel", "Moray"),
    ]


def test_an_animal_that_is_added_again_is_new() -> None:
    content = fold([put(1, "eel", "Eel"), removed(2, "eel"), put(3, "eel", "Eel")])
    assert content.animals["eel"].number == 3
    assert [each.after for each in content.effects["eel"]] == ["Eel", None, "Eel"]


def test_animals_of_one_operation_have_numbers_in_its_order() -> None:
    content = fold(
        [
            put(1, "eel", "Eel"),
            edited(
                2,
                {"id": "cod", "new": content_of("cod", "Cod")},
                {"id": "eel", "new": content_of("eel", "Moray")},
                {"id": "ant", "new": content_of("ant", "Ant")},
            ),
        ]
    )
    assert {animal: each.number for animal, each in content.animals.items()} == {
        "eel": 1, "cod": 2, "ant": 3,
    }  # fmt: skip


def test_everything_is_replaced() -> None:
    cod = content_of("cod", "Cod")
    content = fold([put(9, "eel", "Eel"), entry(10, {"everything": {"animals": [cod]}})])
    assert content.animals == {"cod": Stored("Cod", "Omnivore", "Fish", 1)}
    assert content.effects["eel"][-1].after is None


def test_a_change_of_a_newer_program_is_applied() -> None:
    assert fold([newer(4, "eel", "Eel")]).animals["eel"].number == 4


def test_a_log_without_gaps() -> None:
    assert gaps([entry(4, {}), entry(5, {}), entry(6, {})]) == []


def test_gaps_and_repetitions_are_found() -> None:
    assert gaps([entry(4, {}), entry(6, {})]) == ["6 follows 4"]
    assert gaps([entry(4, {}), entry(4, {})]) == [
        "4 follows 4",
        "4 and 4 are one operation",
    ]


def test_an_operation_may_be_repeated_after_its_entry_was_removed() -> None:
    first, second = entry(4, {}), replace(entry(5, {}), operation=entry(4, {}).operation, at=9)
    assert gaps([replace(first, trimmed=8), second]) == []
    assert gaps([replace(first, trimmed=10), second]) == ["4 and 5 are one operation"]
