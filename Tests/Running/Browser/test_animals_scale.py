"""The animals' page with 300 animals, as its owner uses it: places are kept, and mistakes undone."""

from __future__ import annotations

import hashlib
import re

import pytest
from playwright.sync_api import Page, expect

import web
from server import Server
from windows import WINDOWS, Opener, Window, name_of

NAMES = [f"Mouse {number}" for number in range(300)]
PLACES = "() => [document.querySelector('#animal-list .scroll').scrollTop, scrollY]"


@pytest.fixture
def crowded(fresh_server: Server) -> Server:
    """A server with 304 mammals."""
    lines = ["id,Name,Diet,Category", *(f"m{n},{name},Omnivore,Mammal" for n, name in enumerate(NAMES))]
    file = "\n".join(lines)
    # The form of the check, with the file: it is imported at once.
    checked = hashlib.sha256(file.encode()).hexdigest()
    form = {"operation": "fill", "checked": checked, "file": file}
    answer = web.send(f"{fresh_server.url}/animals/animalList/onTapImportButton", form)
    assert answer.location.endswith("notice=imported&several=300")
    return fresh_server


@pytest.fixture
def visitor(open_page: Opener, crowded: Server, window: Window) -> Page:
    """A window on the server with many animals."""
    return open_page(crowded.url, width=window.width, script=window.script)


def row(page: Page, name: str) -> object:
    """Returns the row of an animal."""
    return page.locator("#animal-list").get_by_role("link").filter(
        has_text=re.compile(f"^{re.escape(name)}(?!\\d)")
    )


@pytest.mark.parametrize("window", WINDOWS, ids=name_of)
def test_a_selected_row_stays_in_view(visitor: Page, window: Window) -> None:
    """The list keeps its place, and the detail is seen from its top; on a phone the way back
    leads to the row."""
    visitor.goto("/animals?category=Mammal")
    chosen = row(visitor, "Mouse 80")
    chosen.scroll_into_view_if_needed()
    chosen.click()
    title = visitor.get_by_role("heading", name="Mouse 80")
    expect(title).to_be_in_viewport()
    if window.width < 768:
        visitor.locator("#animal-detail .back").click()
        expect(chosen).to_be_in_viewport()
        return
    expect(chosen).to_be_in_viewport()
    height = visitor.evaluate("document.scrollingElement.scrollHeight")
    assert height <= 800, "the columns scroll by themselves"
    place, top = visitor.evaluate(PLACES)
    assert place > 1_000 and top == 0
    visitor.get_by_role("navigation", name="Animals").get_by_role("link", name="Next").click()
    expect(visitor.get_by_role("heading", name="Mouse 81")).to_be_in_viewport()
    expect(row(visitor, "Mouse 81")).to_be_in_viewport()


@pytest.mark.parametrize("window", WINDOWS[:2], ids=name_of)
def test_a_bookmark_shows_the_selected_row(visitor: Page) -> None:
    """Also if its address does not name the row."""
    visitor.goto("/animals?category=Mammal&animal=m250")
    expect(row(visitor, "Mouse 250")).to_be_in_viewport()


def test_a_selection_by_script_moves_nothing(open_page: Opener, crowded: Server) -> None:
    """Neither the list nor the focus; the way back of the browser is one step."""
    page = open_page(crowded.url)
    page.goto("/animals?category=Mammal")
    chosen = row(page, "Mouse 60")
    chosen.scroll_into_view_if_needed()
    before = page.evaluate(PLACES)
    page.evaluate("window.isMarked = true")
    chosen.click()
    expect(page.get_by_role("heading", name="Mouse 60")).to_be_visible()
    assert page.evaluate(PLACES) == before
    expect(chosen).to_be_focused()
    page.go_back()
    expect(page.get_by_role("heading", name="Select an animal")).to_be_visible()
    assert page.evaluate("window.isMarked"), "no page was loaded"


def test_tab_skips_the_list(open_page: Opener, crowded: Server) -> None:
    """One link leads past a hundred rows."""
    page = open_page(crowded.url)
    page.goto("/animals?category=Mammal&animal=m5")
    page.get_by_role("link", name="Skip the list").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Edit", exact=True)).to_be_focused()


def test_pages_and_search(visitor: Page) -> None:
    """A hundred animals a page; a search counts the hits of each category."""
    visitor.goto("/animals?category=Mammal")
    pages = visitor.get_by_role("navigation", name="Pages of the list")
    expect(pages).to_contain_text("1 to 100 of 304")
    pages.get_by_role("link", name="Next").click()
    expect(pages).to_contain_text("101 to 200 of 304")
    visitor.get_by_role("searchbox", name="Search animals").fill("29 mou")
    visitor.get_by_role("main").get_by_role("button", name="Search").click()
    expect(visitor.locator("#animal-list .row-name")).to_have_count(13)
    expect(visitor.locator("#animal-list mark").first).to_have_text("Mouse")
    counts = visitor.locator("#category-list .row-end").all_text_contents()
    assert [count.split(" ")[0] for count in counts] == ["13", "0", "0", "0", "0", "13", "0"]


def test_several_are_moved_and_deleted(visitor: Page) -> None:
    """By boxes, after a question; a deletion is undone."""
    visitor.goto("/animals?category=Mammal")
    visitor.get_by_role("link", name="Select", exact=True).click()
    for name in ("Mouse 1", "Mouse 2"):
        visitor.get_by_label(re.compile(f"^{name}(?!\\d)")).check()
    visitor.get_by_label("Field to change").select_option("Category")
    visitor.get_by_role("button", name="Change…").click()
    visitor.get_by_role("dialog").get_by_label("Category").select_option("Bird")
    visitor.get_by_role("button", name="Save 2 animals").click()
    expect(visitor.get_by_role("main").get_by_role("status")).to_contain_text("2 animals were saved.")
    visitor.goto("/animals?category=Bird&select=on")
    for name in ("Mouse 1", "Mouse 2"):
        visitor.get_by_label(re.compile(f"^{name}(?!\\d)")).check()
    visitor.get_by_role("button", name="Delete…").click()
    visitor.get_by_role("button", name="Yes, delete 2 animals").click()
    expect(visitor.get_by_role("main").get_by_role("status")).to_contain_text("2 animals were deleted.")
    expect(visitor.locator("#animal-list .row-name")).to_have_text(["House sparrow"])
    visitor.get_by_role("button", name="Undo").click()
    expect(visitor.get_by_role("main").get_by_role("status")).to_contain_text("2 animals were restored.")
    expect(visitor.locator("#animal-list .row-name")).to_have_count(3)


def test_a_deletion_is_undone_in_another_window(open_page: Opener, crowded: Server) -> None:
    """The window that shows the animal says that it was deleted, and offers to bring it back."""
    first, second = open_page(crowded.url), open_page(crowded.url)
    for page in (first, second):
        page.goto("/animals?category=Mammal&animal=m7")
    first.get_by_role("link", name="Delete", exact=True).click()
    first.get_by_role("button", name="Yes, delete Mouse 7").click()
    expect(second.get_by_role("heading", name="“Mouse 7” was deleted")).to_be_visible()
    second.get_by_role("button", name="Undo").click()
    expect(second.get_by_role("heading", name="Mouse 7")).to_be_visible()
    expect(row(first, "Mouse 7")).to_be_visible()


def test_an_earlier_version_is_restored(visitor: Page) -> None:
    """The column shows who changed what and when."""
    visitor.goto("/animals?category=Mammal&animal=Dog&dialog=edit")
    visitor.get_by_label("Note").fill("Barks.\nSleeps.")
    visitor.get_by_label("Omnivore").check()
    visitor.get_by_role("button", name="Save", exact=True).click()
    expect(visitor.locator(".note")).to_have_text("Barks.\nSleeps.")
    visitor.goto("/animals?category=Mammal&animal=Dog&dialog=edit")
    visitor.get_by_label("Note").fill("")
    visitor.get_by_role("button", name="Save", exact=True).click()
    expect(visitor.locator(".note")).to_have_count(0)
    visitor.get_by_role("button", name="Restore").click()
    expect(visitor.locator(".note")).to_have_text("Barks.\nSleeps.")
    expect(visitor.locator(".history li")).to_have_count(3)
