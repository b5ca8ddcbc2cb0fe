"""Earthquake events and feeds."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

NETWORK = "https://earthquake.usgs.gov/earthquakes/eventpage/"


def moment(text: str) -> datetime:
    """Parses a date and time like "2024-05-04 07:06:48"."""
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def now() -> datetime:
    """Returns the current time in seconds."""
    return datetime.now(UTC).replace(microsecond=0)


def midnight() -> datetime:
    """Returns the start of today."""
    return now().replace(hour=0, minute=0, second=0)


def seconds_to_midnight() -> float:
    """Returns the seconds until midnight."""
    return (midnight() + timedelta(days=1) - datetime.now(UTC)).total_seconds()


# A Saturday in the past, on which the feeds of most tests are.
FIXED = moment("2024-05-04 12:00:00")


@dataclass(frozen=True)
class Event:
    """An event; each field has a plausible default."""

    id: str
    mag: float | None = 2.0
    place: str | None = "10 km N of Somewhere"
    time: datetime = FIXED
    longitude: float = -120.0
    latitude: float = 38.0
    depth: float | None = 10.0
    type: str = "earthquake"
    status: str = "reviewed"
    updated: datetime | None = None
    ids: tuple[str, ...] = ()
    more: dict[str, Any] = field(default_factory=dict)

    @property
    def feature(self) -> dict[str, Any]:
        """Returns the event as a GeoJSON feature."""
        return {
            "type": "Feature",
            "properties": {
                "mag": self.mag,
                "place": self.place,
                "time": milliseconds(self.time),
                "updated": milliseconds(self.updated or self.time),
                "tz": None,
                "url": NETWORK + self.id,
                "felt": None,
                "cdi": None,
                "mmi": None,
                "alert": None,
                "status": self.status,
                "tsunami": 0,
                "sig": 100,
                "net": "xx",
                "code": self.id,
                "ids": "," + ",".join(self.ids or (self.id,)) + ",",
                "magType": None if self.mag is None else "ml",
                "type": self.type,
            }
            | self.more,
            "geometry": {
                "type": "Point",
                "coordinates": [self.longitude, self.latitude, self.depth],
            },
            "id": self.id,
        }


def milliseconds(time: datetime) -> int:
    """Returns a time in milliseconds, as in feeds."""
    return round(time.timestamp() * 1000)


def feed(events: Iterable[Event], *, generated: datetime = FIXED) -> bytes:
    """Returns a feed of events, newest first."""
    features = [event.feature for event in sorted(events, key=lambda one: one.time, reverse=True)]
    metadata = {"generated": milliseconds(generated), "status": 200, "count": len(features)}
    document = {"type": "FeatureCollection", "metadata": metadata, "features": features}
    return json.dumps(document, ensure_ascii=False).encode()


MARKUP = '<b>"O\'Reilly" & 日本 🐼</b></h2><script>alert(1)</script> ]]> %41 \\u0041'
RIGHT_TO_LEFT = "١٢ كم شمال شرق مدينة طويلة الاسم جدا"
LONG = ("Donaudampfschifffahrt" * 10)[:200]
FORMULA = '=HYPERLINK("http://evil.example";"x")'
CONTROLS = "line\none\ttab\rreturn\x01\x0b\u2028end"

HOSTILE = {
    "markup": MARKUP,
    "rtl": RIGHT_TO_LEFT,
    "long": LONG,
    "formula": FORMULA,
    "plus": "+1+1",
    "minus": "-2+3",
    "at": "@SUM(A1)",
    "tab": "\t=1",
    "comma": 'one, "two", three',
    "controls": CONTROLS,
    "nameless": None,
}


def _ago(hours: float) -> datetime:
    return FIXED - timedelta(hours=hours)


# Events of all types, in the fixed week.
SAMPLES = [
    Event("tonga", 5.8, "83 km SE of Pangai, Tonga", _ago(2), -173.5, -20.1),
    Event("west", 4.4, "just west of the date line", _ago(1), 179.99, -23.5, 536.2),
    Event("east", 4.3, "just east of the date line", _ago(3), -179.99, -23.5, 540),
    Event("great", 7.8, "147 km SE of Kuril’sk, Russia", _ago(30), 147.9, 45.2, 19.5),
    Event("pahala", 1.96, "9 km NE of Pāhala, Hawaii", _ago(5), -155.4, 19.25, 35),
    Event("geysers", 0.8, "7 km NW of The Geysers, CA", _ago(0.4), -122.8, 38.8, 2.5),
    Event("negative", -0.3, "19 km ESE of Anza, CA", _ago(0.2), -116.5, 33.5, -1.2),
    Event("zero", 0, "13km WNW of Anza, CA", _ago(8), -116.8, 33.6, 0),
    Event("nulled", None, "off the south coast of Northwest Africa", _ago(70), 0, 0, None),
    Event("half", 2.45, "5 km WSW of Guánica, Puerto Rico", _ago(12), -66.9, 17.9),
    Event("minus", -1.25, "87 km NNW of Karluk, Alaska", _ago(50), -155.1, 58.2, 4),
    Event("herat", 6.3, "29 km NNE of Zindah Jān, Afghanistan", _ago(100), 61.9, 34.6, 10),
    Event("blast", 1.35, "3km ENE of San Diego, CA", _ago(9), -116.9, 32.8, 3.6, "quarry blast"),
    Event("ice", 1.6, "41 km NNE of Whittier, Alaska", _ago(20), -148.4, 61.1, 3.9, "ice quake"),
    Event("dragon", 2.1, "off the coast of Oregon", _ago(33), -125.2, 44.1, 1, "dragon"),
]


def crowd(count: int, *, time: datetime = FIXED, prefix: str = "c") -> list[Event]:
    """Returns many events, one second apart, all over the world."""
    return [
        Event(
            f"{prefix}{number:04}",
            (number * 7 % 83) / 10 - 1,
            f"{number} km W of Somewhere",
            time - timedelta(seconds=number),
            longitude=(number * 137.508) % 360 - 180,
            latitude=(number * 61.8) % 120 - 60,
        )
        for number in range(count)
    ]


# Visible characters that ids of a feed may contain.
STRANGE_ID = "a\"b'<c>&d#e?f=g%20+/h;"
