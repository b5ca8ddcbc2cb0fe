"""A second, naive implementation of the earthquake filters, to compare with."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from decimal import ROUND_HALF_UP, Decimal
from functools import cached_property
from typing import Any

KNOWN_TYPES = {
    "earthquake",
    "accidental explosion",
    "acoustic noise",
    "building collapse",
    "chemical explosion",
    "collapse",
    "debris avalanche",
    "experimental explosion",
    "explosion",
    "ice quake",
    "landslide",
    "meteorite",
    "mine collapse",
    "mining explosion",
    "nuclear explosion",
    "other event",
    "quarry blast",
    "rock burst",
    "rockslide",
    "snow avalanche",
    "sonic boom",
    "volcanic eruption",
}


@dataclass(frozen=True)
class Record:
    """A feature of a feed."""

    feature: dict[str, Any]

    @property
    def id(self) -> str:
        """The preferred id."""
        return self.feature["id"]

    @property
    def place(self) -> str:
        """The name of the place."""
        return self.feature["properties"]["place"] or ""

    @cached_property
    def folded(self) -> str:
        """The name in its searchable form."""
        return fold(self.place)

    @property
    def type(self) -> str:
        """The type of the event."""
        return self.feature["properties"]["type"]

    @property
    def milliseconds(self) -> int:
        """The time in milliseconds."""
        return self.feature["properties"]["time"]

    @property
    def time(self) -> datetime:
        """The time."""
        return datetime.fromtimestamp(self.milliseconds / 1000, UTC)

    @cached_property
    def exact_magnitude(self) -> Decimal | None:
        """The magnitude in the feed."""
        magnitude = self.feature["properties"]["mag"]
        return None if magnitude is None else Decimal(str(magnitude))

    @cached_property
    def magnitude(self) -> Decimal | None:
        """The magnitude as displayed."""
        exact = self.exact_magnitude
        return None if exact is None else _rounded(exact, "0.1")

    @property
    def longitude(self) -> float:
        """The longitude in degrees."""
        return self.feature["geometry"]["coordinates"][0]

    @property
    def latitude(self) -> float:
        """The latitude in degrees."""
        return self.feature["geometry"]["coordinates"][1]

    @property
    def depth(self) -> float | None:
        """The depth in kilometres."""
        return self.feature["geometry"]["coordinates"][2]


Test = Callable[[Record], bool]


def _rounded(value: Decimal, unit: str) -> Decimal:
    return value.quantize(Decimal(unit), ROUND_HALF_UP)


def records(feed: bytes) -> list[Record]:
    """Returns all features of a feed."""
    return [Record(feature) for feature in json.loads(feed)["features"]]


def fold(text: str) -> str:
    """Removes case, accents and variants of apostrophes from a text."""
    decomposed = unicodedata.normalize("NFD", text.casefold())
    plain = "".join(letter for letter in decomposed if not unicodedata.combining(letter))
    return plain.translate({ord(mark): "'" for mark in "‘’ʻʼ"})


def is_earthquake(record: Record) -> bool:
    """The default condition on the type."""
    return record.type == "earthquake"


def day(text: str) -> Test:
    """Selects events on a day, without the midnight after it."""
    return days(text, text)


def days(first: str | None, last: str | None) -> Test:
    """Selects events between two days."""

    def test(record: Record) -> bool:
        if first and record.time < _start(first):
            return False
        return not last or record.time < _start(last) + timedelta(days=1)

    return test


def _start(text: str) -> datetime:
    return datetime.combine(date.fromisoformat(text), datetime.min.time(), UTC)


def within(low: str | None, high: str | None) -> Test:
    """Selects events by their displayed magnitude."""

    def test(record: Record) -> bool:
        if record.magnitude is None:
            return False
        return (low is None or record.magnitude >= Decimal(low)) and (
            high is None or record.magnitude <= Decimal(high)
        )

    return test


def deep(low: float | None, high: float | None) -> Test:
    """Selects events by depth."""

    def test(record: Record) -> bool:
        if record.depth is None:
            return False
        return (low is None or record.depth >= low) and (high is None or record.depth <= high)

    return test


def box(west: float, south: float, east: float, north: float) -> Test:
    """Selects events in a rectangle, which crosses the date line if its west is larger
    than its east."""

    def test(record: Record) -> bool:
        if not south <= record.latitude <= north:
            return False
        if west <= east:
            return west <= record.longitude <= east
        return record.longitude >= west or record.longitude <= east

    return test


def is_other(record: Record) -> bool:
    """Selects types that are in no list."""
    return record.type not in KNOWN_TYPES


def in_time(found: Iterable[Record]) -> list[Record]:
    """Sorts by time, oldest first, then by id."""
    return sorted(found, key=lambda record: (record.milliseconds, record.id))


def newest_first(found: Iterable[Record]) -> list[Record]:
    """Sorts by time, newest first: the default order."""
    return in_time(found)[::-1]


def by_magnitude(found: Iterable[Record], *, largest_first: bool) -> list[Record]:
    """Sorts by magnitude, then newest first. An unknown magnitude is the least."""
    return sorted(
        newest_first(found),
        key=lambda record: -100 if record.exact_magnitude is None else record.exact_magnitude,
        reverse=largest_first,
    )
