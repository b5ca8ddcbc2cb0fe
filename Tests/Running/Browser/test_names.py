"""Names are text, whatever they look like. Their layout is checked in test_accessibility.py."""

from __future__ import annotations

from playwright.sync_api import Page, expect

import people
import web
from server import Server
from states import HOSTILE, LONGEST, RIGHT_TO_LEFT
from windows import Opener

NAMES = [HOSTILE, RIGHT_TO_LEFT, LONGEST]
SHAPES = ["", "&dialog=edit", "&dialog=delete", "&notice=added"]


def elements(page: Page) -> int:
    """Returns the number of elements in the document, except the links to the animals beside
    one in the list, which depend on its place, and the strip of state, which scripts fill."""
    return page.locator("css=*:not(.pages, .pages *, .strip *)").count()


def test_names_are_shown_as_they_were_typed(fresh_page: Page, fresh_server: Server) -> None:
    """Everywhere, without additional or missing elements."""
    other = web.add(fresh_server.url, "Other")
    web.rename(fresh_server.url, other, "Another")
    for name in NAMES:
        animal = web.add(fresh_server.url, "Plain")
        web.rename(fresh_server.url, animal, name)
        assert_is_text(fresh_page, animal, other, name)


def assert_is_text(page: Page, animal: str, other: str, name: str) -> None:
    """Checks all pages with the name of an animal against those of another one."""
    plain = {}
    for shape in SHAPES:
        page.goto(f"/animals?animal={other}{shape}")
        plain[shape] = elements(page)
    address = f"/animals?animal={animal}"

    page.goto(address)
    assert elements(page) == plain[""]
    assert page.title() == f"{name}, Mammal - Fieldguide"
    expect(page.locator("#detail-title")).to_have_text(name)
    assert name in page.locator("#animal-list .row-name").all_text_contents()

    page.goto(address + "&notice=added")
    assert elements(page) == plain["&notice=added"]
    expect(people.outcome(page).locator("span").first).to_have_text(f"Added {name}")

    page.goto(address + "&dialog=edit")
    assert elements(page) == plain["&dialog=edit"]
    expect(page.get_by_label("Name")).to_have_value(name)

    page.goto(address + "&dialog=delete")
    assert elements(page) == plain["&dialog=delete"]

    page.goto(address + "&dialog=edit")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator("#detail-title")).to_have_text(name)

    page.goto(address + "&dialog=delete")
    assert page.title() == f"Delete {name}? - Fieldguide"
    expect(page.get_by_role("alertdialog").get_by_role("heading")).to_have_text(f"Delete {name}?")
    page.get_by_role("button", name=f"Yes, delete {name}", exact=True).click()
    expect(people.outcome(page)).to_contain_text(f"Deleted {name}")
    assert name not in people.listed(page)


def test_a_name_in_another_direction_keeps_its_own(open_page: Opener, stage: Server) -> None:
    """An Arabic name is right-to-left in a left-to-right page."""
    page = open_page(stage.url)
    page.goto("/animals?animal=right-to-left&dialog=edit")
    direction = "element => getComputedStyle(element).direction"
    assert page.locator("#detail-title").evaluate(direction) == "rtl"
    assert page.get_by_label("Name").evaluate(direction) == "rtl"
    assert page.locator("html").evaluate(direction) == "ltr"
