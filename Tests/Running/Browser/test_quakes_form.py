"""The filter form, and malformed addresses."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, expect

import quakes
import quakes_page
import web
from observer import Observer
from program_fixtures import Stored
from quakes import FIELDS, NAMES
from windows import Opener, Window


@pytest.fixture
def page(open_page: Opener, samples: Stored, window: Window) -> Page:
    """A window on the samples."""
    return open_page(samples.server.url, width=window.width, script=window.script)


def send(page: Page) -> None:
    """Submits the form, and waits for its page."""
    with page.expect_navigation():
        quakes_page.send(page)


def test_empty_fields_are_removed_from_the_address(page: Page) -> None:
    """A form submits all its fields: empty ones are removed."""
    page.goto(quakes.PATH)
    send(page)
    assert page.url.endswith("/quakes")


def test_the_address_has_the_values_of_the_form(page: Page) -> None:
    """Each field sets its own query item."""
    page.goto(quakes.address(date="any"))
    quakes_page.open_filters(page)
    typed = {
        "q": "São Tomé & Príncipe",
        "min": "1.5",
        "max": "7",
        "depth-min": "-3",
        "depth-max": "650.5",
        "from": "2024-04-28",
        "to": "2024-05-04",
    }
    for name, value in typed.items():
        page.get_by_label(FIELDS[name], exact=True).fill(value)
    quakes_page.times(page).select_option("Past 30 days")
    page.get_by_label("Type", exact=True).select_option("Quarry blasts")
    send(page)
    assert quakes.query_of(page.url) == typed | {"past": "month", "type": "quarry blast"}


def test_the_form_shows_the_values_of_the_address(page: Page) -> None:
    """Submitting it again changes nothing."""
    query = {
        "q": 'a "b" <c> & d',
        "date": "2024-05-03",
        "from": "2024-05-01",
        "to": "2024-05-04",
        "min": "-1",
        "max": "6.5",
        "depth-min": "0",
        "depth-max": "700",
        "type": "other",
        "box": "170,-30,-170,60.5",
        "sort": "magnitude",
        "order": "forward",
        "view": "150,-20,40",
    }
    page.goto(web.address(quakes.PATH, **query))
    send(page)
    assert quakes.query_of(page.url) == query


def test_the_sheet_stays_within_the_window(page: Page) -> None:
    """Its buttons are reached in it: a page that scrolled would move it."""
    page.goto(quakes.address(date="any"))
    sheet = quakes_page.open_filters(page)
    sheet.get_by_role("button", name="Show", exact=True).scroll_into_view_if_needed()
    box, window = sheet.bounding_box(), page.viewport_size
    assert box and window and box["y"] + box["height"] <= window["height"]
    assert page.evaluate("scrollY") == 0


def test_another_filter_starts_on_the_first_page(page: Page) -> None:
    """Without a selection."""
    page.goto(quakes.address(date="any", quake="tonga", page=2))
    quakes_page.open_filters(page)
    page.get_by_label("Place name", exact=True).fill("Hawaii")
    send(page)
    assert quakes.query_of(page.url) == {"q": "Hawaii", "date": "any"}


WRONG = {"q": "x" * 201, "depth-max": "99999"}


@pytest.mark.parametrize("name", WRONG)
def test_an_error_is_shown_beside_its_field(page: Page, name: str) -> None:
    """With status 400; up to 200 bytes of the input are kept, and can be corrected."""
    right = {"q": "Tonga", "min": "1", "max": "9", "depth-min": "0", "depth-max": "99"}
    answer = page.goto(web.address(quakes.PATH, **(right | {"date": "any", name: WRONG[name]})))
    assert answer is not None and answer.status == 400
    alert = page.get_by_role("alert")
    assert alert.get_by_role("link").count() == 1
    expect(alert.get_by_role("link")).to_contain_text(NAMES[name])
    expect(alert.get_by_role("link")).to_have_attribute("href", f"#{name}")

    field = page.get_by_label(FIELDS[name], exact=True)
    expect(field).to_have_attribute("aria-invalid", "true")
    description = page.locator(f"#{field.get_attribute('aria-describedby')}")
    expect(description).to_contain_text(f"“{NAMES[name]}”")
    for other, value in (right | {name: WRONG[name]}).items():
        expect(page.get_by_label(FIELDS[other], exact=True)).to_have_value(value[:200])
        wrong = page.get_by_label(FIELDS[other], exact=True).get_attribute("aria-invalid")
        assert (wrong == "true") == (other == name)

    field.fill(right[name])
    with page.expect_navigation() as navigation:
        quakes_page.send(page)
    assert navigation.value.status == 200
    expect(page.get_by_role("alert")).to_have_count(0)
    assert quakes_page.listed(page) == ["tonga"]


@pytest.mark.parametrize("name", ["from", "to"])
@pytest.mark.parametrize("typed", ["2024-02-30", "4 May 2024"])
def test_an_invalid_day_is_shown_as_entered(
    browser: Browser, samples: Stored, name: str, typed: str
) -> None:
    """As in other fields: the input can be corrected only if it is shown."""
    with browser.new_context(base_url=samples.server.url) as context:
        page = context.new_page()
        observer = Observer(page, samples.server.url)
        page.goto(web.address(quakes.PATH, q="Tonga", date="any", **{name: typed}))
        assert observer.problems == []
        assert page.get_by_label(FIELDS[name], exact=True).input_value() == typed
        page.get_by_label(FIELDS[name], exact=True).fill("2024-05-04")
        send(page)
        assert quakes_page.listed(page) == ["tonga"]


def test_the_head_says_what_is_listed(page: Page) -> None:
    """The count names the time and the magnitude, the field the place. Only other parts of the
    filter have links that remove them."""
    page.goto(quakes.PATH)
    expect(quakes_page.count(page)).to_have_text("0 · past 24 hours, magnitude 2.5 and above")
    expect(page.locator("#presets .remove")).to_have_count(0)
    page.goto(quakes.address(date="any", near="Tonga", felt=1))
    expect(page.locator("#near")).to_have_value("Tonga")
    expect(page.locator("#presets .remove")).to_have_text(["With felt reports, remove"])
    page.locator("#presets .remove").click()
    assert quakes.query_of(page.url) == {"date": "any", "near": "Tonga"}


def test_a_place_is_searched_in_the_head(page: Page) -> None:
    """The rest of the filter stays; another place of the name is in the row of the questions."""
    page.goto(quakes.address(date="any", min=4, box="0,0,1,1"))
    quakes_page.search(page, "Springfield")
    page.wait_for_url(re.compile("near="))
    assert quakes.query_of(page.url) == {"date": "any", "min": "4", "near": "Springfield"}
    expect(page.locator("#presets")).to_contain_text("Another Springfield:")
    expect(page.locator("#presets")).not_to_contain_text("(0)")
    page.locator("#presets").get_by_role("link", name="Illinois").click()
    expect(page.locator("#near")).to_have_value("Springfield, Illinois")
    expect(page.locator("#presets")).not_to_contain_text("Another")


def test_an_unknown_place_is_answered_in_one_line(page: Page) -> None:
    """On the page of the same filter, with the nearest names."""
    page.goto(quakes.address(date="any"))
    listed = quakes_page.listed(page)
    quakes_page.search(page, "New Zeland")
    expect(page.get_by_role("alert")).to_have_text("No place is called New Zeland.")
    assert quakes_page.listed(page) == listed
    expect(page.locator("#near")).to_have_value("New Zeland")
    expect(page.locator("#filters")).not_to_be_visible()
    page.locator("#presets").get_by_role("link", name="New Zealand").click()
    assert quakes.query_of(page.url) == {"date": "any", "near": "New Zealand"}
