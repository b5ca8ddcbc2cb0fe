"""Each part of an address finds what the simplest program finds."""

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
    "text": ({"q": "alaska"}, holds("alaska")),
    "text-in-capitals": ({"q": "ALASKA"}, holds("alaska")),
    "text-without-accents": ({"q": "pahala, hawaii"}, holds("Pāhala, Hawaii")),
    "text-with-accents": ({"q": "Guánica"}, holds("guanica")),
    "text-decomposed": ({"q": "Pa\u0304hala"}, holds("pahala")),
    "text-with-an-apostrophe": ({"q": "kuril's"}, holds("Kuril’s")),
    "text-with-blanks-around": ({"q": "  Tonga  "}, holds("tonga")),
    "text-of-one-letter": ({"q": "z"}, holds("z")),
    "text-nowhere": ({"q": "Atlantis"}, holds("atlantis")),
    "text-with-wildcards": ({"q": "%a_"}, holds("%a_")),
    "day": ({"date": "2024-05-03"}, day("2024-05-03")),
    "day-after": ({"date": "2024-05-05"}, day("2024-05-05")),
    "from": ({"date": None, "from": "2024-05-02"}, days("2024-05-02", None)),
    "to": ({"date": None, "to": "2024-05-02"}, days(None, "2024-05-02")),
    "range": (
        {"date": None, "from": "2024-04-30", "to": "2024-05-01"},
        days("2024-04-30", "2024-05-01"),
    ),
    "range-and-any-day": ({"from": "2024-05-03"}, days("2024-05-03", None)),
    "min": ({"min": "4.5"}, within("4.5", None)),
    "min-of-half-a-tenth": ({"min": "2.5"}, within("2.5", None)),
    "min-negative": ({"min": "-0.5"}, within("-0.5", None)),
    "min-zero": ({"min": "0"}, within("0", None)),
    "max": ({"max": "0.5"}, within(None, "0.5")),
    "max-of-half-a-tenth": ({"max": "2.4"}, within(None, "2.4")),
    "max-negative": ({"max": "-1.3"}, within(None, "-1.3")),
    "max-zero": ({"max": "0"}, within(None, "0")),
    "min-and-max": ({"min": "2", "max": "2.4"}, within("2", "2.4")),
    "one-magnitude": ({"min": "1.2", "max": "1.2"}, within("1.2", "1.2")),
    "depth-min": ({"depth_min": "100"}, deep(100, None)),
    "depth-min-negative": ({"depth_min": "-1"}, deep(-1, None)),
    "depth-max": ({"depth_max": "0"}, deep(None, 0)),
    "depths": ({"depth_min": "10", "depth_max": "10"}, deep(10, 10)),
    "box": ({"box": "-125,32,-114,42"}, box(-125, 32, -114, 42)),
    "box-across-the-date-line": ({"box": "170,-30,-170,60"}, box(170, -30, -170, 60)),
    "box-around-the-world": ({"box": "-180,-90,180,90"}, anything),
    "box-on-the-date-line": (
        {"box": "179.99,-23.5,-179.99,-23.5"},
        box(179.99, -23.5, -179.99, -23.5),
    ),
    "two": ({"q": "Russia", "min": "1"}, both(holds("russia"), within("1", None))),
}
TYPES: dict[str, tuple[Query, Test]] = {
    "any": ({"type": "any"}, anything),
    "earthquake": ({"type": "earthquake"}, is_earthquake),
    "quarry-blast": ({"type": "quarry blast"}, is_type("quarry blast")),
    "explosion": ({"type": "explosion"}, is_type("explosion")),
    "ice-quake": ({"type": "ice quake"}, is_type("ice quake")),
    "sonic-boom": ({"type": "sonic boom"}, is_type("sonic boom")),
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
    assert set(CASES) - telling <= {
        "text-nowhere",
        "text-with-wildcards",
        "day-after",
        "one-magnitude",
        "type-any",
        "type-explosion",
        "type-sonic-boom",
    }


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
