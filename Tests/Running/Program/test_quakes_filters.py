"""Each query item gives the same result as the naive implementation.

One row for each item: the results of filters are tested by
QuakesDataTests/Querying/QuakesQueryTests.swift, and the parsing of addresses by
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
    """Selects places that contain a text."""
    return lambda record: fold(text) in record.folded


def is_type(*types: str) -> Test:
    """Selects some types."""
    return lambda record: record.type in types


def anything(_: Record) -> bool:
    """Selects everything."""
    return True


def both(first: Test, second: Test) -> Test:
    """Combines two conditions."""
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
    """The tests' own events, and recorded ones."""
    return request.getfixturevalue(request.param)


def addressed(query: Query) -> Query:
    """On any day, unless the query contains a date."""
    return {name: value for name, value in ({"date": "any"} | query).items() if value is not None}


@pytest.mark.parametrize(("query", "tests"), CASES.values(), ids=CASES.keys())
def test_a_filter_selects_the_matching_events(stored: Stored, query: Query, tests: list[Test]) -> None:
    """The counts, the rows of the first page, and the whole export."""
    found = newest_first(
        record for record in stored.records if all(test(record) for test in tests)
    )
    expected = [record.id for record in found]
    assert quakes.ids(stored.server, **addressed(query)) == expected
    html = quakes.get(stored.server, **addressed(query)).text
    assert quakes.counts(html) == (len(expected), len(stored.records))
    assert quakes.row_ids(html) == expected[:100]


def test_each_case_selects_some_events_but_not_all() -> None:
    """A condition that all or no events meet would prove little."""
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
def test_events_are_sorted(stored: Stored, query: Query, order: object) -> None:
    """For all events, on the page and in the export."""
    query = {"date": "any", "type": "any"} | query
    expected = [record.id for record in order(stored.records)]
    assert quakes.ids(stored.server, **query) == expected
    assert quakes.row_ids(quakes.get(stored.server, **query).text) == expected[:100]


@pytest.mark.parametrize("query", [{}, {"sort": "magnitude"}, {"order": "forward"}])
def test_the_pages_are_the_whole_list(week: Stored, query: Query) -> None:
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
    assert quakes.counts(html) == (2_548, 2_588)
    html = quakes.get(week.server, date="any", type="any").text
    assert quakes.counts(html) == (2_588, 2_588)


def test_a_midnight_belongs_to_the_day_it_starts(samples: Stored) -> None:
    """An event is on one day only."""
    assert "half" not in quakes.ids(samples.server, date="2024-05-03")
    assert "half" in quakes.ids(samples.server, date="2024-05-04")


def test_an_unknown_magnitude_is_within_no_bounds(samples: Stored) -> None:
    """Neither is an unknown depth. Both are listed without bounds."""
    assert "nulled" in quakes.ids(samples.server, date="any")
    assert "nulled" not in quakes.ids(samples.server, date="any", min=-10)
    assert "nulled" not in quakes.ids(samples.server, date="any", max=12)
    assert "nulled" not in quakes.ids(samples.server, date="any", depth_min=-100)


def test_magnitudes_are_shown_as_the_network_shows_them(week: Stored) -> None:
    """As in the titles of the feed, like "M 2.3 - 10 km SE of Pāhala, Hawaii". Only the
    sign of zero is omitted."""
    titles = {
        one.id: one.feature["properties"]["title"].replace("M -0.0 ", "M 0.0 ")
        for one in week.records
    }
    shown: dict[str, str] = {}
    for number in range(1, 27):
        html = quakes.get(week.server, date="any", type="any", page=number).text
        # The feed has hyphens for minus signs.
        shown |= {id_: text.replace("−", "-") for id_, text in quakes.magnitudes(html).items()}
    assert set(shown) == set(titles)
    wrong = {one for one in shown if not titles[one].startswith(f"M {shown[one]} ")}
    assert wrong == set()
