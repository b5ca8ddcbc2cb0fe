"""A row for each query item of the earthquakes.

The results of filters are tested by QuakesDataTests/Query/QuakesQueryTests.swift, and the
parsing of addresses by QuakesUITests/FilterTests.swift and QuakesRouteTests.swift.
"""

from __future__ import annotations

import pytest

import quakes
from events import SAMPLES
from program_fixtures import Stored

NEWEST_FIRST = [
    "negative", "geysers", "west", "tonga", "east", "pahala", "zero", "blast", "half", "ice",
    "great", "dragon", "minus", "nulled", "herat",
]  # fmt: skip
LARGEST_FIRST = [
    "great", "herat", "tonga", "west", "east", "half", "dragon", "pahala", "ice", "blast",
    "geysers", "zero", "negative", "minus", "nulled",
]  # fmt: skip
EARTHQUAKES = [one for one in NEWEST_FIRST if one not in ("blast", "ice", "dragon")]
ALL = {"type": "any"}
CASES: dict[str, tuple[dict[str, object], list[str]]] = {
    "everything": ({}, EARTHQUAKES),
    "text-without-accents": ({"q": "pahala, hawaii"}, ["pahala"]),
    "text-with-blanks-around": ({"q": "  Tonga  "}, ["tonga"]),
    "day": ({"date": "2024-05-03"}, ["great"]),
    "day-from-midnight": ({"date": "2024-05-04"}, EARTHQUAKES[:8]),
    "day-of-a-zone": (ALL | {"date": "2024-05-03", "tz": "Asia/Tokyo"}, ["great", "dragon"]),
    "range": ({"date": None, "from": "2024-04-30", "to": "2024-05-01"}, ["nulled", "herat"]),
    "range-and-any-day": ({"from": "2024-05-03"}, EARTHQUAKES[:9]),
    "min-of-half-a-tenth": ({"min": "2.5"}, ["west", "tonga", "east", "half", "great", "herat"]),
    "min-and-max": ({"min": "2", "max": "2.4"}, ["pahala"]),
    "any-known-magnitude": ({"min": "-10"}, [one for one in EARTHQUAKES if one != "nulled"]),
    "depth-min": ({"depth_min": "100"}, ["west", "east"]),
    "depths": ({"depth_min": "10", "depth_max": "10"}, ["tonga", "half", "herat"]),
    "box-across-the-date-line": ({"box": "170,-30,-170,60"}, ["west", "tonga", "east"]),
    "two": ({"q": "Russia", "min": "1"}, ["great"]),
    "type-any": (ALL, NEWEST_FIRST),
    "quarry-blast": ({"type": "quarry blast"}, ["blast"]),
    "type-other": ({"type": "other"}, ["dragon"]),
    "forward": (ALL | {"order": "forward"}, NEWEST_FIRST[::-1]),
    "magnitude": (ALL | {"sort": "magnitude"}, LARGEST_FIRST),
    "magnitude-forward": (ALL | {"sort": "magnitude", "order": "forward"}, LARGEST_FIRST[::-1]),
}


@pytest.mark.parametrize(("query", "expected"), CASES.values(), ids=CASES.keys())
def test_a_filter_selects_the_matching_events(
    samples: Stored, query: dict[str, object], expected: list[str]
) -> None:
    """In this order: the counts, the rows of the page, and the whole export."""
    query = {name: value for name, value in ({"date": "any"} | query).items() if value}
    assert quakes.ids(samples.server, **query) == expected
    html = quakes.get(samples.server, **query).text
    assert quakes.count(html) == len(expected)
    assert quakes.row_ids(html) == expected


@pytest.mark.parametrize("query", [{}, {"sort": "magnitude"}])
def test_the_pages_are_the_whole_list(week: Stored, query: dict[str, object]) -> None:
    """Without duplicates and gaps."""
    query = {"date": "any"} | query
    whole = quakes.ids(week.server, **query)
    pages = [
        quakes.row_ids(quakes.get(week.server, page=number, **query).text)
        for number in range(1, 28)
    ]
    assert [len(page) for page in pages] == [100] * 25 + [48, 0]
    assert [one for page in pages for one in page] == whole


def test_the_recorded_week_is_stored_completely(week: Stored) -> None:
    """All 2,588 events are stored; 40 of them are not earthquakes."""
    html = quakes.get(week.server, date="any").text
    assert quakes.count(html) == 2_548
    html = quakes.get(week.server, date="any", type="any").text
    assert quakes.count(html) == 2_588


def test_magnitudes_are_shown_as_the_network_shows_them(week: Stored) -> None:
    """As in the titles of the feed, like "M 2.3 - 10 km SE of Pāhala, Hawaii". Only the
    sign of zero is omitted."""
    titles = {
        one["id"]: one["properties"]["title"].replace("M -0.0 ", "M 0.0 ")
        for one in week.features
    }
    shown: dict[str, str] = {}
    for number in range(1, 27):
        html = quakes.get(week.server, date="any", type="any", page=number).text
        # The feed has hyphens for minus signs.
        shown |= {id_: text.replace("−", "-") for id_, text in quakes.magnitudes(html).items()}
    assert set(shown) == set(titles)
    wrong = {one for one in shown if not titles[one].startswith(f"M {shown[one]} ")}
    assert wrong == set()
