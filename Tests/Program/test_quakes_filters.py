"""Each part of an address finds what the simplest program finds.

One row for each part: what a filter finds is tested by
QuakesDataTests/Querying/QuakesQueryTests.swift, and how an address is read by
QuakesUITests/FilterTests.swift and QuakesRouteTests.swift.
"""

from __future__ import annotations

import pytest

import quakes
from events import SAMPLES
from naive import (
    Record,
    Test,
    box,
    by_magnitude,
    day,
    days,
    deep,
    fold,
    in_time,
    is_earthquake,
    is_other,
    newest_first,
    within,
)
from program_fixtures import Stored

Query = dict[str, object]


def holds(text: str) -> Test:
    """With a text in the name of the place."""
    return lambda record: fold(text) in record.folded


def is_type(*types: str) -> Test:
    """Of one of some types."""
    return lambda record: record.type in types


def anything(_: Record) -> bool:
    """No condition."""
    return True


def both(first: Test, second: Test) -> Test:
    """One condition, and another."""
    return lambda record: first(record) and second(record)


EARTHQUAKES: dict[str, tuple[Query, Test]] = {
    "everything": ({}, anything),
    "text-without-accents": ({"q": "pahala, hawaii"}, holds("Pāhala, Hawaii")),
    "text-with-blanks-around": ({"q": "  Tonga  "}, holds("tonga")),
    "day": ({"date": "2024-05-03"}, day("2024-05-03")),
    "range": (
        {"date": None, "from": "2024-04-30", "to": "2024-05-01"},
        days("2024-04-30", "2024-05-01"),
    ),
    "range-and-any-day": ({"from": "2024-05-03"}, days("2024-05-03", None)),
    "min-of-half-a-tenth": ({"min": "2.5"}, within("2.5", None)),
    "min-and-max": ({"min": "2", "max": "2.4"}, within("2", "2.4")),
    "depth-min": ({"depth_min": "100"}, deep(100, None)),
    "depths": ({"depth_min": "10", "depth_max": "10"}, deep(10, 10)),
    "box-across-the-date-line": ({"box": "170,-30,-170,60"}, box(170, -30, -170, 60)),
    "two": ({"q": "Russia", "min": "1"}, both(holds("russia"), within("1", None))),
}
TYPES: dict[str, tuple[Query, Test]] = {
    "any": ({"type": "any"}, anything),
    "quarry-blast": ({"type": "quarry blast"}, is_type("quarry blast")),
    "other": ({"type": "other"}, is_other),
}
CASES = {name: (query, [test, is_earthquake]) for name, (query, test) in EARTHQUAKES.items()} | {
    f"type-{name}": (query, [test]) for name, (query, test) in TYPES.items()
}


@pytest.fixture(params=["samples", "week"])
def stored(request: pytest.FixtureRequest) -> Stored:
    """Events of the tests' own, and recorded ones."""
    return request.getfixturevalue(request.param)


def addressed(query: Query) -> Query:
    """On any day, unless the query says something of days."""
    return {name: value for name, value in ({"date": "any"} | query).items() if value is not None}


@pytest.mark.parametrize(("query", "tests"), CASES.values(), ids=CASES.keys())
def test_a_filter_finds_what_it_says(stored: Stored, query: Query, tests: list[Test]) -> None:
    """The count, the rows of the first page, and all of the export."""
    found = newest_first(
        record for record in stored.records if all(test(record) for test in tests)
    )
    expected = [record.id for record in found]
    assert quakes.ids(stored.server, **addressed(query)) == expected
    html = quakes.get(stored.server, **addressed(query)).text
    assert quakes.counts(html) == (len(expected), len(stored.records))
    assert quakes.row_ids(html) == expected[:100]


def test_the_cases_find_some_and_not_all() -> None:
    """A filter that all pass, or none, would tell little."""
    own = [Record(event.feature) for event in SAMPLES]
    telling = {
        name
        for name, (_, tests) in CASES.items()
        if 0 < sum(all(test(record) for test in tests) for record in own) < len(own)
    }
    assert set(CASES) - telling <= {"everything", "type-any"}


@pytest.mark.parametrize(
    ("query", "order"),
    [
        ({}, newest_first),
        ({"sort": "time"}, newest_first),
        ({"order": "reverse"}, newest_first),
        ({"order": "forward"}, in_time),
        ({"sort": "magnitude"}, lambda found: by_magnitude(found, largest_first=True)),
        (
            {"sort": "magnitude", "order": "forward"},
            lambda found: by_magnitude(found, largest_first=False),
        ),
    ],
    ids=["default", "time", "reverse", "forward", "magnitude", "magnitude-forward"],
)
def test_the_order_is_as_asked_for(stored: Stored, query: Query, order: object) -> None:
    """Of all events: on the page and in the export."""
    query = {"date": "any", "type": "any"} | query
    expected = [record.id for record in order(stored.records)]
    assert quakes.ids(stored.server, **query) == expected
    assert quakes.row_ids(quakes.get(stored.server, **query).text) == expected[:100]


@pytest.mark.parametrize("query", [{}, {"sort": "magnitude"}, {"order": "forward"}])
def test_the_pages_are_the_whole_list(week: Stored, query: Query) -> None:
    """One after the other: nothing twice, and nothing missing."""
    query = {"date": "any"} | query
    whole = quakes.ids(week.server, **query)
    pages = [
        quakes.row_ids(quakes.get(week.server, page=number, **query).text)
        for number in range(1, 28)
    ]
    assert [len(page) for page in pages] == [100] * 25 + [48, 0]
    assert [one for page in pages for one in page] == whole


def test_the_week_is_as_recorded(week: Stored) -> None:
    """All 2,588 events are stored; 40 of them are no earthquakes."""
    html = quakes.get(week.server, date="any").text
    assert quakes.counts(html) == (2_548, 2_588)
    html = quakes.get(week.server, date="any", type="any").text
    assert quakes.counts(html) == (2_588, 2_588)


def test_a_midnight_belongs_to_both_days(samples: Stored) -> None:
    """As on the day before, so on the day that begins."""
    assert "half" in quakes.ids(samples.server, date="2024-05-03")
    assert "half" in quakes.ids(samples.server, date="2024-05-04")


def test_an_unknown_magnitude_is_within_no_bounds(samples: Stored) -> None:
    """Neither is an unknown depth. Both are listed where nothing is asked."""
    assert "nulled" in quakes.ids(samples.server, date="any")
    assert "nulled" not in quakes.ids(samples.server, date="any", min=-10)
    assert "nulled" not in quakes.ids(samples.server, date="any", max=12)
    assert "nulled" not in quakes.ids(samples.server, date="any", depth_min=-100)


def test_magnitudes_are_shown_as_the_network_shows_them(week: Stored) -> None:
    """In its titles, as "M 2.3 - 10 km SE of Pāhala, Hawaii". Only the sign
    of a zero is left out."""
    titles = {
        one.id: one.feature["properties"]["title"].replace("M -0.0 ", "M 0.0 ")
        for one in week.records
    }
    shown: dict[str, str] = {}
    for number in range(1, 27):
        html = quakes.get(week.server, date="any", type="any", page=number).text
        # The network writes a hyphen where people read a minus.
        shown |= {id_: text.replace("−", "-") for id_, text in quakes.magnitudes(html).items()}
    assert set(shown) == set(titles)
    wrong = {one for one in shown if not titles[one].startswith(f"M {shown[one]} ")}
    assert wrong == set()
