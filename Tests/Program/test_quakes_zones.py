"""Days of other time zones, and units that do not exist."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

import quakes
from program_fixtures import Stored


@pytest.mark.parametrize("zone", ["UTC", "Asia/Tokyo", "Pacific/Honolulu", "Asia/Kathmandu"])
def test_days_are_those_of_the_zone(samples: Stored, zone: str) -> None:
    """Each day holds what its calendar says, and the export the same."""
    place = ZoneInfo(zone)

    def day_of(milliseconds: int) -> date:
        return datetime.fromtimestamp(milliseconds / 1000, place).date()

    days = {day_of(record.milliseconds) for record in samples.records}
    assert len(days) > 1
    for day in days | {min(days) - timedelta(days=1)}:
        # The midnight between two days is on both.
        expected = {
            record.id
            for record in samples.records
            if day in (day_of(record.milliseconds), day_of(record.milliseconds - 1))
        }
        query = {"date": str(day), "type": "any", "tz": zone}
        assert set(quakes.ids(samples.server, **query)) == expected, day
        assert set(quakes.row_ids(quakes.get(samples.server, **query).text)) == expected, day


@pytest.mark.parametrize(
    ("name", "value"), [("units", "yards"), ("tz", "Mars/Olympus"), ("tz", "../UTC")]
)
def test_what_is_no_measure_is_told(samples: Stored, name: str, value: str) -> None:
    """With what it could be."""
    answer = quakes.get(samples.server, **{name: value})
    assert answer.status == 400
    assert f"“{name}” is “{value}”. Use" in answer.text
