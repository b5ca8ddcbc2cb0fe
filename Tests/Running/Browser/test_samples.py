"""Sample data in a browser: shown by a click, and replaced by real data."""

from __future__ import annotations

from playwright.sync_api import expect

import quakes
import quakes_page
from events import SAMPLES, feed, now
from feeds import FeedServer, Trouble
from program_fixtures import one_instance
from server import Server
from windows import Opener


@one_instance
def test_an_open_page_follows_the_first_answer(
    fed_server: Server, feeds: FeedServer, open_page: Opener
) -> None:
    """A click shows the sample, and a refresh by someone else replaces it on the open page."""
    feeds.fail(Trouble.ERROR)
    page = open_page(fed_server.url)
    page.goto(quakes.PATH)
    quakes_page.choose(page, "Refresh", "Past day")
    page.get_by_role("button", name="Show sample data").click()
    notice = page.locator("#sample")
    expect(notice).to_contain_text("Sample of July 2025, moved to today.")
    sampled = quakes_page.count(page).text_content() or ""
    assert int(sampled.split()[0]) > 0
    assert page.url.endswith(quakes.PATH)

    feeds.fail(None)
    feeds.serve(all_week=feed(SAMPLES, generated=now()))
    quakes.refresh(fed_server, "allWeek")
    expect(notice).to_have_count(0)
    expect(quakes_page.count(page)).not_to_have_text(sampled)
