"""A log folds to its tables, and its gaps are found."""

from __future__ import annotations

from typing import Any

from change_log import Entry, Stored, fold, gaps


def put(number: int, animal: str, name: str, kind: str = "change") -> Entry:
    content = {"animalId": animal, "name": name, "diet": "Omnivore", "categoryId": "Fish"}
    return entry(number, {"put": {"animal": content, "number": 0}}, kind)


def removed(number: int, animal: str) -> Entry:
    return entry(number, {"removed": {"animalId": animal}})


def entry(number: int, payload: dict[str, Any], kind: str = "change") -> Entry:
    return Entry(number, f"operation {number}", kind, payload, float(number))


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


def test_everything_is_replaced() -> None:
    cod = put(0, "cod", "Cod").payload["put"] | {"number": -1}
    content = fold([put(1, "eel", "Eel"), entry(7, {"everything": {"animals": [cod]}})])
    assert content.animals == {"cod": Stored("Cod", "Omnivore", "Fish", 6)}
    assert content.effects["eel"][-1].after is None


def test_a_change_of_a_newer_program_is_applied() -> None:
    assert fold([put(1, "eel", "Eel", kind="newer")]).animals["eel"].name == "Eel"


def test_a_log_without_gaps() -> None:
    assert gaps([entry(4, {}), entry(5, {}), entry(6, {})]) == []


def test_gaps_and_repetitions_are_found() -> None:
    assert gaps([entry(4, {}), entry(6, {})]) == ["6 follows 4"]
    assert gaps([entry(4, {}), entry(4, {})]) == ["4 follows 4", "an operation occurs twice"]
