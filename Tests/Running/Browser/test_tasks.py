"""The tasks that visitors come for, from the front page to the end, with the number of clicks
and keys that each takes. A text counts as two: the click into its field, and the key that ends it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

import pytest
from playwright.sync_api import Browser

import quakes
import web
from clocks import Clock
from events import Event, feed, now
from feeds import FeedServer
from hands import BROWSERS, STRIP, Hand, tab_of
from server import Server, serving

@dataclass(frozen=True)
class Site:
    """A site on which the tasks can be done."""

    server: Server
    clock: Clock


# Four in Japan and one in Chile: age in days, magnitude, longitude and latitude.
EVENTS = [(3, 4.1, 141, 37), (9, 6.2, 142, 38), (20, 5.0, 140, 36), (28, 4.8, 142, 40), (2, 8.0, -71, -30)]


@pytest.fixture
def site(tmp_path: Path, clock: Clock, feeds: FeedServer) -> Iterator[Site]:
    """With earthquakes of a month, 60 mammals more, and the sample of photos."""
    events = [
        Event(f"us{days}", magnitude, time=now() - timedelta(days=days), longitude=longitude, latitude=latitude)
        for days, magnitude, longitude, latitude in EVENTS
    ]
    feeds.serve(all_month=feed(events))
    options = ["--sample", "--posts-per-minute", "0"]
    with serving(
        tmp_path / "data", feeds=feeds.url, options=options, environment=clock.environment
    ) as server:
        quakes.refresh(server, "allMonth")
        for number in range(1, 61):
            form = {"id": f"m{number}", "name": f"Mouse {number:02}", "diet": "Omnivore", "categoryId": "Mammal"}
            assert web.send(f"{server.url}{web.ADD}?category=Mammal", form).status == 303
        yield Site(server, clock)


def strongest_in_japan_this_month(hand: Hand, site: Site) -> None:
    hand.click("Earthquakes")
    hand.enter("Town or country", "Japan")
    hand.arrives("near=Japan")
    hand.click("Filters")
    hand.choose("Time", "Past 30 days")
    hand.click("Show")
    hand.arrives("past=month")
    hand.click("Display")
    hand.click("Largest")
    first = "[...document.querySelectorAll('#quake-list .row')].map(row => row.innerText.split(/\\s/)[1]).join()"
    hand.until(first, lambda magnitudes: magnitudes == "6.2,5.0,4.8,4.1")


def who_changed_what_yesterday(hand: Hand, site: Site) -> None:
    hand.click("Animals")
    hand.click("More")
    hand.click("Changes")
    hand.sees("Yesterday")
    hand.sees("Wolf")
    hand.click("Undo")
    hand.sees("Undone", STRIP)


def move_40_animals_and_take_it_back(hand: Hand, site: Site) -> None:
    hand.click("Animals")
    hand.click("Mammal")
    hand.click("Select")
    hand.click("Mouse 01")
    hand.click_with_shift("Mouse 40")
    hand.choose("Field", "Category")
    hand.choose("New category", "Bird")
    hand.click("Change 40")
    hand.sees("40 animals", STRIP)
    hand.click("Undo")
    hand.sees("Undone", STRIP)


def the_list_without_a_network(hand: Hand, site: Site) -> None:
    hand.click("Animals")
    hand.click("Mammal")
    hand.sees("Live", STRIP)
    port = int(site.server.url.rsplit(":", 1)[1])
    site.server.stop()
    hand.click("Dog")
    hand.sees("Offline. Shown is the state of ", STRIP)
    hand.sees("Southern gibbon")
    site.server.start(port=port)
    hand.sees("Live", STRIP)
    hand.click("Dog")
    hand.sees("Mammal · Carnivore")


def find_a_photo_and_open_it(hand: Hand, site: Site) -> None:
    hand.click("Photos")
    hand.enter("Search photos", "cat")
    hand.arrives("q=cat")
    hand.click("Chelsea the cat")
    hand.until("document.querySelector('.photo img')?.naturalWidth", lambda width: width == 451)


# Each task, and the number of its clicks and keys.
TASKS = {
    strongest_in_japan_this_month: 9,
    who_changed_what_yesterday: 4,
    move_40_animals_and_take_it_back: 11,
    the_list_without_a_network: 4,
    find_a_photo_and_open_it: 4,
}


@pytest.mark.parametrize("kind", BROWSERS)
@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.__name__)
def test_tasks(
    browser: Browser, site: Site, tmp_path: Path, kind: str, task: Callable[[Hand, Site], None]
) -> None:
    """Done in no more steps than are written down."""
    if task is who_changed_what_yesterday:
        site.clock.jump(timedelta(days=-1))
        web.rename(site.server.url, "Dog", "Wolf")
        site.clock.jump(timedelta())
    with tab_of(kind, browser, tmp_path / "profile") as tab:
        hand = Hand(tab)
        tab.open(site.server.url)
        task(hand, site)
        assert len(hand.steps) <= TASKS[task], hand.steps
