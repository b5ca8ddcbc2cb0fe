"""Two filters side by side: counts, marks, columns, and the ways to and from them."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

import accessibility
import quakes
import quakes_page
from layout import overflow
from program_fixtures import Stored
from windows import Opener

WEEK = {"date": "any", "min": 4.5, "compare": "date=any&min=2.5"}


@pytest.fixture(params=[(1280, True), (390, False)], ids=["1280-script", "390-no-script"])
def page(request: pytest.FixtureRequest, open_page: Opener, week: Stored) -> Page:
    """A window on a recorded week."""
    width, script = request.param
    return open_page(week.server.url, width=width, script=script)


def counts(page: Page) -> list[int]:
    """Returns the counts of both sides."""
    return [int(text.replace(",", "")) for text in page.locator(".sides strong").all_inner_texts()]


def test_both_filters_are_counted_and_drawn(page: Page, week: Stored) -> None:
    """As many as the lists that the sides link to have."""
    page.goto(quakes.address(**WEEK))
    first, second = counts(page)
    assert 0 < first < second
    assert page.locator(".dots .dot.diamond").count() > 0
    assert page.locator(".dots .dot.first").count() > 0
    assert page.locator("#compare-charts path.second").count() > 0
    for number, count in enumerate((first, second)):
        page.goto(quakes.address(**WEEK))
        page.locator(".sides p > a").nth(number).click()
        expect(page.locator(".count").first).to_contain_text(f"{count:,}")
        assert "compare" not in quakes.query_of(page.url)


def test_the_sides_are_exchanged_changed_and_removed(page: Page) -> None:
    """The form changes the first one, and keeps the second."""
    page.goto(quakes.address(**WEEK))
    first, second = counts(page)
    page.get_by_role("link", name="Swap").click()
    expect(page.locator(".sides strong").first).to_have_text(f"{second:,}")
    assert counts(page) == [second, first]
    quakes_page.open_filters(page)
    page.get_by_label("Magnitude from", exact=True).fill("5")
    quakes_page.send(page)
    expect(page.locator(".sides strong").first).not_to_have_text(f"{second:,}")
    assert counts(page)[0] < first == counts(page)[1]
    page.get_by_role("link", name="Remove").first.click()
    expect(quakes_page.count(page)).to_contain_text(f"{first:,} ·")


def test_the_time_before_is_a_link_of_the_charts(page: Page) -> None:
    """It leads to the same filter for both times."""
    page.goto(quakes.address(date="2024-05-03", min=2.5))
    page.get_by_role("link", name="Compare with the time before").click()
    expect(page.locator(".sides strong")).to_have_count(2)
    assert quakes.query_of(page.url)["compare"].startswith("date=2024-05-02")


def test_the_page_is_accessible_and_fits(open_page: Opener, week: Stored) -> None:
    """At all widths."""
    page = open_page(week.server.url)
    page.goto(quakes.address(**WEEK))
    assert accessibility.violations(page) == []
    assert overflow(page) == []
