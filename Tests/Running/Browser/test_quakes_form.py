"""The filter form, and malformed addresses."""

from __future__ import annotations

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
    quakes_page.unfold(page)
    with page.expect_navigation():
        page.get_by_role("button", name="Filter", exact=True).click()


def open_more(page: Page) -> None:
    """Shows the advanced fields."""
    quakes_page.unfold(page)
    page.locator("details.more > summary").click()


def test_empty_fields_are_removed_from_the_address(page: Page) -> None:
    """A form submits all its fields: empty ones are removed."""
    page.goto(quakes.PATH)
    send(page)
    assert page.url.endswith("/quakes")


def test_the_address_has_the_values_of_the_form(page: Page) -> None:
    """Each field sets its own query item."""
    page.goto(quakes.address(date="any"))
    open_more(page)
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


def test_another_filter_starts_on_the_first_page(page: Page) -> None:
    """Without a selection."""
    page.goto(quakes.address(date="any", quake="tonga", page=2))
    quakes_page.unfold(page)
    page.get_by_label("Place", exact=True).fill("Hawaii")
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
        page.get_by_role("button", name="Filter", exact=True).click()
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


def test_the_default_can_be_removed(page: Page) -> None:
    """Time and magnitude stand in their fields, and on paper only as tags; the type is a tag."""
    label, query = "Earthquakes only", {"type": "any"}
    page.goto(quakes.PATH)
    expect(page.locator("#said .tag:visible")).to_have_text([f"{label}, remove"])
    page.emulate_media(media="print")
    expect(page.locator("#said .tag:visible")).to_have_count(3)
    page.emulate_media(media="screen")
    expect(page.locator("#said")).to_contain_text("Showing 0 of 15 earthquakes · newest first")
    page.locator("#said .tag").filter(has_text=label).click()
    expect(page.locator("#said .tag").filter(has_text=label)).to_have_count(0)
    assert quakes.query_of(page.url) == query
