"""Names are text, whatever they look like, and fit on any screen."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

import people
import web
from server import Server
from states import HOSTILE, LONGEST, RIGHT_TO_LEFT, STATES, State
from windows import HEIGHTS, Opener, show

NAMES = {"markup": HOSTILE, "right-to-left": RIGHT_TO_LEFT, "longest": LONGEST}
SHAPES = ["", "&sheet=edit", "&alert=delete", "&notice=added"]

# What sticks out sideways: of the document, or of a part that scrolls on its
# own, as a dialog.
SIDEWAYS = """() => [document.scrollingElement, ...document.querySelectorAll("*")]
  .filter(element => element === document.scrollingElement
    || ["auto", "scroll"].includes(getComputedStyle(element).overflowX))
  .filter(element => element.scrollWidth > Math.min(element.clientWidth, innerWidth))
  .map(element => `${element.tagName}.${element.className}: ${element.scrollWidth}`)"""

# Text outside of the window. What is for screen readers only does not count.
OUTSIDE = """() => [...document.querySelectorAll("body *")]
  .filter(element => element.checkVisibility() && element.childElementCount === 0)
  .filter(element => !element.closest(".vh, .skip, svg, option"))
  .filter(element => {
    const box = element.getBoundingClientRect();
    return box.left < 0 || box.right > innerWidth;
  })
  .map(element => `${element.tagName}.${element.className}: ${element.textContent}`)"""


def elements(page: Page) -> int:
    """How many elements the document has."""
    return page.locator("css=*").count()


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES.keys())
def test_a_name_is_shown_as_it_was_typed(fresh_page: Page, fresh_server: Server, name: str) -> None:
    """Everywhere, and without making an element more or less."""
    page = fresh_page
    animal = web.add(fresh_server.url, "Plain")
    address = f"/animals?animal={animal}"
    plain = {}
    for shape in SHAPES:
        page.goto(address + shape)
        plain[shape] = elements(page)
    web.rename(fresh_server.url, animal, name)

    page.goto(address)
    assert elements(page) == plain[""]
    assert page.title() == f"{name}, Mammal - Fieldguide"
    expect(page.locator(".plate h2")).to_have_text(name)
    assert name in page.locator("#animal-list .row-name").all_text_contents()

    page.goto(address + "&notice=added")
    assert elements(page) == plain["&notice=added"]
    expect(page.get_by_role("main").get_by_role("status").locator("span").first).to_have_text(f"“{name}” was added.")

    page.goto(address + "&sheet=edit")
    assert elements(page) == plain["&sheet=edit"]
    expect(page.get_by_label("Name")).to_have_value(name)
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".plate h2")).to_have_text(name)

    page.goto(address + "&alert=delete")
    assert elements(page) == plain["&alert=delete"]
    assert page.title() == f"Delete {name}? - Fieldguide"
    expect(page.get_by_role("alertdialog").get_by_role("heading")).to_have_text(f"Delete {name}?")
    page.get_by_role("button", name=f"Yes, delete {name}", exact=True).click()
    expect(page.get_by_role("main").get_by_role("status")).to_contain_text("The animal was deleted.")
    assert name not in people.listed(page)


def test_a_name_in_another_direction_keeps_its_own(open_page: Opener, stage: Server) -> None:
    """An Arabic name runs from the right, the page around it does not."""
    page = open_page(stage.url)
    page.goto("/animals?animal=right-to-left&sheet=edit")
    direction = "element => getComputedStyle(element).direction"
    assert page.locator(".plate h2").evaluate(direction) == "rtl"
    assert page.get_by_label("Name").evaluate(direction) == "rtl"
    assert page.locator("html").evaluate(direction) == "ltr"


@pytest.mark.parametrize("state", STATES, ids=lambda state: state.name)
def test_nothing_sticks_out_sideways(open_page: Opener, stage: Server, state: State) -> None:
    """No page scrolls sideways, and none shows text outside of the window."""
    page = open_page(stage.url)
    show(state, page, stage.url)
    for width in HEIGHTS:
        page.set_viewport_size({"width": width, "height": HEIGHTS[width]})
        assert page.evaluate(SIDEWAYS) == [], width
        assert page.evaluate(OUTSIDE) == [], width
