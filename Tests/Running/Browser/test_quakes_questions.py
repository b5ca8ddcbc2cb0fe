"""What people ask about earthquakes: each question is one readable address, and at most two
choices away from the start page of the guide."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import Page, expect

import quakes
import quakes_page
from events import Event, feed, midnight, now
from program_fixtures import feeding
from server import Server, serving
from windows import Opener, Window

DAY = timedelta(days=1)
TOKYO = ZoneInfo("Asia/Tokyo")
# Where the visitor is, in Sapporo.
POSITION = {"latitude": 43.06, "longitude": 141.33}


def _events() -> list[Event]:
    """Events for which each question has another answer."""
    start, yesterday = now(), midnight() - DAY

    def ago(days: float) -> datetime:
        return start - days * DAY

    return [
        Event("now", 3.1, "off the coast of Oregon", ago(0.004), -126, 44),
        Event("micro", 0.9, "4 km W of Cobb, CA", ago(0.002), -122.8, 38.8),
        Event("chiba", 4.5, "10 km S of Chiba, Japan", ago(0.2), 140.1, 35.5),
        Event("chiba-before", 4.8, "12 km S of Chiba, Japan", ago(3), 140.1, 35.4),
        Event("urakawa", 3.4, "9 km W of Urakawa, Japan", ago(0.1), 142.6, 42.2),
        Event("urakawa-before", 3.9, "8 km W of Urakawa, Japan", ago(3), 142.7, 42.2),
        Event("fiji", 4.2, "Fiji region", ago(4), -178.5, -18, 540),
        Event("fiji-before", 4.9, "Fiji region", ago(9), -178.6, -18, 560),
        Event("felt", 2.2, "5 km N of Rome, Italy", ago(2.5), 12.5, 41.95, more={"felt": 49}),
        Event("felt-before", 3.2, "Naples, Italy", ago(8), 14.2, 40.8, more={"felt": 9}),
        Event("great", 7.1, "Tonga", ago(5), -174, -20, more={"alert": "green"}),
        Event("wave", 7.7, "south of Panama", ago(12), -80, 5, more={"tsunami": 1}),
        Event("red", 6.2, "central Peru", ago(20), -75, -11, more={"alert": "red"}),
        Event("orange", 5.4, "western Iran", ago(21), 46, 34, more={"alert": "orange"}),
        # A swarm on the day that is yesterday in UTC as well as in Tokyo, and an event every three
        # hours at places far from each other.
        *(
            Event(
                f"swarm{number:02}", 6.1 if number == 7 else 3.0,
                f"{number + 20} km E of Severo-Kurilsk, Russia",
                yesterday + timedelta(hours=12 if start.hour < 15 else 18, minutes=number),
                157.2 + number / 50, 50.5,
            )
            for number in range(27)
        ),
        *(
            Event(
                f"hour{number:02}", 2.7, "Southern Ocean", start - timedelta(hours=number),
                -170 + 4.6 * number, -62,
            )
            for number in range(2, 73, 3)
        ),
    ]  # fmt: skip


@dataclass(frozen=True)
class Asked:
    """A server, and the events that it has."""

    server: Server
    events: list[Event]


@pytest.fixture(scope="module")
def asked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Asked]:
    """A server with the events of the past month."""
    events = _events()
    with feeding() as feeds, serving(tmp_path_factory.mktemp("asked"), feeds=feeds.url) as server:
        feeds.serve(all_month=feed(events, generated=now()))
        assert quakes.refresh(server, "allMonth").location == "/quakes?notice=refreshed"
        yield Asked(server, events)


@pytest.fixture
def page(today: None, open_page: Opener, asked: Asked, window: Window) -> Page:
    """A window of a visitor in Sapporo on the start page of the guide."""
    page = open_page(
        asked.server.url, width=window.width, script=window.script, timezone_id="Asia/Tokyo",
        permissions=["geolocation"], geolocation=POSITION,
    )  # fmt: skip
    page.goto(quakes.PATH)
    return page


def follow(page: Page, scope: str, name: str) -> None:
    """Follows one of the links of a part of the page, which has to lead elsewhere."""
    before = page.url
    link = page.locator(scope).get_by_role("link", name=name, exact=True)
    expect(link).to_be_visible()
    link.click()
    expect(page).not_to_have_url(before)


def expect_answer(
    page: Page, asked: Asked, query: dict[str, str], test: Callable[[Event], bool]
) -> None:
    """Expects the address, and all events that pass a test in its list."""
    # With script, a page that counts days is in the zone of the visitor.
    zone = {"tz": "Asia/Tokyo"}
    assert zone | quakes.query_of(page.url) == zone | query
    assert sorted(quakes_page.listed(page)) == sorted(
        event.id for event in asked.events if test(event)
    )
    # The address alone shows the same.
    rows = quakes_page.listed(page)
    page.goto(page.url)
    assert quakes_page.listed(page) == rows


def since(**period: float) -> Callable[[Event], bool]:
    """Returns a test for events that are not older than a period."""
    start = now() - timedelta(**period)
    return lambda event: event.time >= start


def alerting(event: Event) -> bool:
    """Returns true if there was a red alert, or a tsunami was possible."""
    return event.more.get("alert") == "red" or event.more.get("tsunami") == 1


def magnitude(event: Event) -> float:
    """Returns the magnitude of an event that has one."""
    assert event.mag is not None
    return event.mag


def usual(event: Event) -> bool:
    """Returns true for the magnitudes of the start page."""
    return magnitude(event) >= 2.5


@dataclass(frozen=True)
class Question:
    """Links to follow, the address they lead to, and the answer."""

    links: tuple[str, ...]
    query: dict[str, Any]
    test: Callable[[Event], bool]


ALERTS = {"past": "month", "warning": "severe"}
QUESTIONS = {
    "largest this week": Question(
        ("Largest this week",), {"past": "week", "sort": "magnitude"}, lambda _: True
    ),
    "deeper than 100 km": Question(
        ("Deeper than 100 km",),
        {"past": "week", "depth-min": "100"},
        lambda event: (event.depth or 0) >= 100,
    ),
    "what just shook": Question(("Past hour, all sizes",), {"past": "hour"}, lambda _: True),
    "felt by people": Question(
        ("Felt",), {"past": "week", "felt": "1"}, lambda event: "felt" in event.more
    ),
    "tsunami or red alert": Question(("Tsunami message or red alert",), ALERTS, alerting),
    "M5+ this month": Question(
        ("Past 30 days, M 5+",), {"past": "month", "min": "5"}, lambda event: magnitude(event) >= 5
    ),
}
LENGTHS = {"hour": {"hours": 1}, "week": {"days": 7}, "month": {"days": 30}}


def choose_time(page: Page, time: str) -> None:
    """Chooses a period or a day in the form."""
    quakes_page.open_filters(page)
    quakes_page.times(page).select_option(time)
    quakes_page.send(page)
    page.wait_for_url(re.compile(r"date="))


@pytest.mark.parametrize("name", QUESTIONS)
def test_a_question_with_links_of_its_own(page: Page, asked: Asked, name: str) -> None:
    """Below the head, or beside the fields of the filter."""
    question = QUESTIONS[name]
    for link in question.links:
        if page.locator("#presets").get_by_role("link", name=link).count():
            follow(page, "#presets", link)
        else:
            quakes_page.open_filters(page)
            follow(page, "#filters", link)
    is_recent = since(**LENGTHS[question.query["past"]])
    expect_answer(
        page, asked, question.query, lambda event: is_recent(event) and question.test(event)
    )


def test_the_largest_is_the_first(page: Page) -> None:
    """A larger one was before this week."""
    follow(page, "#presets", "Largest this week")
    assert quakes_page.listed(page)[0] == "great"


def test_near_a_city_in_the_past_day(page: Page, asked: Asked) -> None:
    """Typed as a place."""
    quakes_page.search(page, "Tokyo")
    page.wait_for_url(re.compile(r"near="))
    expect_answer(page, asked, {"near": "Tokyo"}, lambda event: event.id == "chiba")
    expect(quakes_page.row(page, "chiba")).to_contain_text("E of Tokyo, Japan")
    expect(page.locator("#quake-map .circle")).to_be_attached()


def test_near_me(page: Page, asked: Asked, window: Window) -> None:
    """The browser tells the position, and the page shows a week; without script a place is
    typed."""
    if window.script:
        page.get_by_role("button", name="Near me").click()
        expect(quakes_page.row(page, "urakawa")).to_contain_text("146 km SE of you")
        query = {"past": "week", "near": "me,43.1,141.3", "sort": "distance"}
        ids = {"urakawa", "urakawa-before"}
    else:
        quakes_page.search(page, "Sapporo")
        page.wait_for_url(re.compile(r"near="))
        query, ids = {"near": "Sapporo"}, {"urakawa"}
    expect_answer(page, asked, query, lambda event: event.id in ids)


def test_a_swarm_yesterday(page: Page, asked: Asked) -> None:
    """Named with its number and its largest, with a link to its surroundings."""
    choose_time(page, "Yesterday")
    sheet = quakes_page.open_filters(page)
    swarm = sheet.get_by_role("link", name="27 near Severo-Kurilsk, Russia")
    expect(swarm).to_contain_text("largest 6.1")
    swarm.click()
    expect(page.locator(".rows .row")).to_have_count(27)
    query = {"date": "yesterday", "min": "2.5", "near": "50.5,157.3", "km": "100"}
    expect_answer(page, asked, query, lambda event: event.id.startswith("swarm"))


def test_yesterday_in_my_own_time(page: Page, asked: Asked, window: Window) -> None:
    """The zone of the browser is the first choice; without script it is one of a list."""
    menu = quakes_page.open_menu(page, "Times")
    if not window.script:
        menu.get_by_text("Other zone…").click()
    own = "My time Tokyo" if window.script else "Tokyo, UTC+9"
    menu.get_by_role("link", name=own).click()
    expect(page.locator(".foot-line")).to_contain_text("times in Tokyo")
    page.wait_for_url(re.compile(r"tz="))
    choose_time(page, "Yesterday")
    day = now().astimezone(TOKYO).date() - DAY
    query = {"date": "yesterday", "min": "2.5", "tz": "Asia/Tokyo"}
    expect_answer(
        page, asked, query,
        lambda event: usual(event) and event.time.astimezone(TOKYO).date() == day,
    )  # fmt: skip


def test_an_empty_answer_offers_a_longer_period(page: Page, asked: Asked) -> None:
    """The next one with matches, and their number."""
    page.goto(quakes.address(past="hour", depth_min=100))
    follow(page, "#quake-list", "Past 7 days (1)")
    expect_answer(
        page, asked, {"past": "week", "depth-min": "100"}, lambda event: event.id == "fiji"
    )
