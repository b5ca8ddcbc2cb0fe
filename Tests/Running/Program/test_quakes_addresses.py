"""Addresses of earthquakes with empty, malformed or unknown query items."""

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
    """Redundant items are understood."""
    answer = web.send(samples.server.url + quakes.PATH + given)
    if kept is None:
        assert answer.status == 200
    else:
        assert (answer.status, answer.location) == (303, quakes.PATH + kept)


@pytest.mark.parametrize(
    "query",
    [
        {"date": "tomorrow"},
        {"date": "2023-02-29"},
        {"type": "dragon"},
        {"box": "1,2"},
        {"box": "0,10,10,0"},
        {"box": "-361,0,0,0"},
        {"sort": "place"},
        {"order": "upwards"},
        {"view": "0,0,500"},
        {"page": "0"},
        {"page": "1.5"},
        {"dialog": "edit"},
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
def test_each_malformed_item_is_named(samples: Stored, query: dict[str, str]) -> None:
    """The response is a page with the valid rest of the filter."""
    answer = quakes.get(samples.server, q="Tonga", **query)
    assert answer.status == 400
    name = list(query)[-1]
    contradictions = ("is before the start", "is below the lowest", "is less than the smallest")
    messages = (f"“{NAMES.get(name, name)}”", *contradictions)
    assert any(message in answer.text for message in messages)
    assert 'role="alert"' in answer.text
    assert web.inputs(answer.text)["q"] == "Tonga"


def test_a_repeated_item_is_rejected(samples: Stored) -> None:
    """The value would be ambiguous."""
    answer = web.send(samples.server.url + "/quakes?min=1&min=2")
    assert answer.status == 400
    assert "“Magnitude from” is given more than once" in answer.text


def test_unknown_items_are_ignored(samples: Stored) -> None:
    """Shared links often carry query items of other programs."""
    assert quakes.get(samples.server, date="any", utm_source="x").status == 200


@pytest.mark.parametrize("format_", ["geojson", "csv", "atom"])
def test_an_export_with_a_malformed_filter_is_rejected(samples: Stored, format_: str) -> None:
    """Other programs must not mistake an error page for data."""
    answer = web.send(samples.server.url + quakes.export(format_, min="large"))
    assert answer.status == 400
    assert "“Magnitude from”" in answer.text
