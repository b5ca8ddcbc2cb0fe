"""Days in other time zones, and invalid units."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

import quakes
from program_fixtures import Stored


@pytest.mark.parametrize("zone", ["UTC", "Asia/Tokyo", "Pacific/Honolulu", "Asia/Kathmandu"])
def test_days_are_those_of_the_zone(samples: Stored, zone: str) -> None:
    """Each day has the events of its local calendar day, also in the export."""
    place = ZoneInfo(zone)

    def day_of(milliseconds: int) -> date:
        return datetime.fromtimestamp(milliseconds / 1000, place).date()

    days = {day_of(record.milliseconds) for record in samples.records}
    assert len(days) > 1
    for day in days | {min(days) - timedelta(days=1)}:
        expected = {
            record.id for record in samples.records if day == day_of(record.milliseconds)
        }
        query = {"date": str(day), "type": "any", "tz": zone}
        assert set(quakes.ids(samples.server, **query)) == expected, day
        assert set(quakes.row_ids(quakes.get(samples.server, **query).text)) == expected, day


@pytest.mark.parametrize(
    ("name", "value"), [("units", "yards"), ("tz", "Mars/Olympus"), ("tz", "../UTC")]
)
def test_an_invalid_unit_is_reported(samples: Stored, name: str, value: str) -> None:
    """The error lists the valid units."""
    answer = quakes.get(samples.server, **{name: value})
    assert answer.status == 400
    assert f"“{name}” is “{value}”. Use" in answer.text
