"""Addresses of quakes with items that are empty, malformed or unknown."""

from __future__ import annotations

import pytest

import quakes
import web
from program_fixtures import Stored
from quakes import NAMES


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("?q=&date=&min=&type=", ""),
        ("?q=tonga&date=any&min=&max=", "?q=tonga&date=any"),
        ("?q=++Tonga+&min=01.50&max=", "?q=Tonga&min=1.5"),
        ("?q=++&max=", ""),
        ("?date=any&type=earthquake&sort=time&order=reverse&page=1", None),
    ],
)
def test_empty_items_lead_to_an_address_without_them(
    samples: Stored, given: str, kept: str | None
) -> None:
    """What is said without need is understood."""
    answer = web.send(samples.server.url + quakes.PATH + given)
    if kept is None:
        assert answer.status == 200
    else:
        assert (answer.status, answer.location) == (303, quakes.PATH + kept)


@pytest.mark.parametrize(
    "query",
    [
        {"date": "yesterday"},
        {"date": "2023-02-29"},
        {"type": "dragon"},
        {"box": "1,2"},
        {"box": "0,10,10,0"},
        {"box": "-200,0,0,0"},
        {"sort": "place"},
        {"order": "upwards"},
        {"view": "0,0,500"},
        {"page": "0"},
        {"page": "1.5"},
        {"alert": "edit"},
        {"notice": "<i>"},
        {"min": "NaN"},
        {"min": "0x10"},
        {"max": "inf"},
        {"min": "5", "max": "4"},
        {"depth-min": "5", "depth-max": "4"},
        {"from": "2024-05-04", "to": "2024-05-03"},
    ],
    ids=str,
)
def test_each_part_that_makes_no_sense_is_named(samples: Stored, query: dict[str, str]) -> None:
    """And the page is still a page, with the rest of what was asked for."""
    answer = quakes.get(samples.server, q="Tonga", **query)
    assert answer.status == 400
    name = list(query)[-1]
    contradictions = ("is before the first", "is below the lowest", "is less than the smallest")
    messages = (f"“{NAMES.get(name, name)}”", *contradictions)
    assert any(message in answer.text for message in messages)
    assert 'role="alert"' in answer.text
    assert web.inputs(answer.text)["q"] == "Tonga"


def test_a_part_that_is_given_twice_is_refused(samples: Stored) -> None:
    """Which of both would it be?"""
    answer = web.send(samples.server.url + "/quakes?min=1&min=2")
    assert answer.status == 400
    assert "“Magnitude from” is given more than once" in answer.text


def test_what_others_add_to_an_address_is_ignored(samples: Stored) -> None:
    """As where they share it."""
    assert quakes.get(samples.server, date="any", utm_source="x").status == 200


@pytest.mark.parametrize("format_", ["geojson", "csv", "atom"])
def test_an_export_of_nonsense_is_refused(samples: Stored, format_: str) -> None:
    """Other programs get no page that looks like an answer."""
    answer = web.send(samples.server.url + quakes.export(format_, min="large"))
    assert answer.status == 400
    assert "“Magnitude from”" in answer.text
