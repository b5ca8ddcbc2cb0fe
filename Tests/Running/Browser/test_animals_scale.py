"""The animals' page with 300 animals, as its owner uses it: places are kept, and mistakes undone."""

from __future__ import annotations

import hashlib
import re

import pytest
from playwright.sync_api import Page, expect

import people
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
    foot = visitor.locator("#animal-pages")
    expect(foot).to_contain_text("1 to 100 of 304")
    foot.get_by_role("link", name="Next").click()
    expect(foot).to_contain_text("101 to 200 of 304")
    visitor.get_by_role("searchbox", name="Search animals").fill("29 mou")
    visitor.keyboard.press("Enter")
    expect(visitor.locator("#animal-list .row-name")).to_have_count(13)
    expect(visitor.locator("#animal-list mark").first).to_have_text("Mouse")
    counts = visitor.locator("#category-list .row-end").all_text_contents()
    assert [count.split(" ")[0] for count in counts] == ["13", "0", "0", "0", "0", "13", "0"]


def check(page: Page, name: str) -> None:
    """Checks the box of an animal."""
    page.get_by_label(re.compile(f"^{name}(?!\\d)")).check()


def test_several_are_moved_and_deleted(visitor: Page) -> None:
    """By boxes and one form; a deletion after a question, and undone."""
    visitor.goto("/animals?category=Mammal")
    visitor.get_by_role("link", name="Select", exact=True).click()
    for name in ("Mouse 1", "Mouse 2"):
        check(visitor, name)
    form = visitor.locator("#selection")
    form.get_by_label("Field").select_option("Category")
    expect(form.get_by_label("New diet")).to_be_hidden()
    form.get_by_label("New category").select_option("Bird")
    form.get_by_role("button", name="Change").click()
    expect(people.outcome(visitor)).to_contain_text("2 animals changed")
    visitor.goto("/animals?category=Bird&select=on")
    for name in ("Mouse 1", "Mouse 2"):
        check(visitor, name)
    form.get_by_role("button", name="Delete").click()
    visitor.get_by_role("button", name="Yes, delete 2 animals").click()
    expect(people.outcome(visitor)).to_contain_text("2 animals deleted")
    expect(visitor.locator("#animal-list .row-name")).to_have_text(["House sparrow"])
    visitor.get_by_role("button", name="Undo").first.click()
    expect(people.outcome(visitor)).to_contain_text("2 animals")
    expect(visitor.locator("#animal-list .row-name")).to_have_count(3)


def test_a_selection_is_kept_over_pages_and_searches(open_page: Opener, crowded: Server) -> None:
    """It is counted and shown, takes a range with Shift, and ends with a change."""
    page = open_page(crowded.url)
    page.goto("/animals?category=Mammal")
    page.get_by_role("link", name="Select", exact=True).click()
    boxes = page.locator("#animal-list [type=checkbox]")
    head, title = page.locator(".list-head output"), page.locator("#detail-title")
    expect(page.get_by_role("button", name="Change")).to_be_disabled()
    boxes.nth(3).check()
    expect(title).to_have_text("Change 1 animal")
    boxes.nth(6).click(modifiers=["Shift"])
    expect(head).to_have_text("4 selected")
    boxes.nth(4).uncheck()
    page.locator("#animal-pages").get_by_role("link", name="Next").click()
    expect(head).to_have_text("3 selected")
    boxes.nth(0).check()
    page.get_by_role("searchbox", name="Search animals").fill("mouse 29")
    page.keyboard.press("Enter")
    expect(head).to_have_text("4 selected")
    page.get_by_role("link", name="Select all").click()
    expect(head).to_have_text("17 selected")
    page.reload()
    expect(head).to_have_text("17 selected")
    expect(page.locator(".picks li")).to_have_count(17)
    page.get_by_label("Field").select_option("Category")
    page.get_by_label("New category").select_option("Bird")
    page.get_by_role("button", name="Change 17").click()
    expect(people.outcome(page)).to_contain_text("17 animals changed")
    page.goto("/animals?category=Bird")
    expect(page.locator("#animal-list .row")).to_have_count(18)
    page.get_by_role("link", name="Select", exact=True).click()
    expect(boxes.first).not_to_be_checked()
    expect(page.get_by_role("button", name="Change")).to_be_disabled()


def test_a_selection_of_too_many_is_not_sent(open_page: Opener, crowded: Server) -> None:
    """The form takes 500 rows, and says so before it is sent."""
    page = open_page(crowded.url)
    page.goto("/animals?category=Mammal&select=on")
    page.evaluate(
        "sessionStorage['selected /animals'] ="
        " JSON.stringify(Array.from({ length: 500 }, (_, number) => [`x${number}`, ['Mouse']]))"
    )
    page.reload()
    head, change = page.locator(".list-head output"), page.get_by_role("button", name="Change 50")
    expect(head).to_have_text("500 selected")
    expect(change).to_be_enabled()
    page.locator("#animal-list [type=checkbox]").first.check()
    expect(head).to_have_text("501 selected, 500 at most")
    expect(change).to_be_disabled()


def test_a_deletion_is_undone_in_another_window(open_page: Opener, crowded: Server) -> None:
    """The window that shows the animal says that it was deleted, and offers to bring it back."""
    first, second = open_page(crowded.url), open_page(crowded.url)
    for page in (first, second):
        page.goto("/animals?category=Mammal&animal=m7")
    people.ask_to_delete(first)
    first.get_by_role("button", name="Yes, delete Mouse 7").click()
    expect(second.get_by_role("heading", name="“Mouse 7” was deleted")).to_be_visible()
    second.get_by_role("button", name="Undo").click()
    expect(second.get_by_role("heading", name="Mouse 7")).to_be_visible()
    expect(row(first, "Mouse 7")).to_be_visible()


def test_the_last_changes_are_shown(visitor: Page) -> None:
    """The column shows who changed what and when, and undoes it."""
    visitor.goto("/animals?category=Mammal&animal=Dog&dialog=edit")
    visitor.get_by_label("Note").fill("Barks.\nSleeps.")
    visitor.get_by_label("Omnivore").check()
    visitor.get_by_role("button", name="Save", exact=True).click()
    expect(visitor.locator(".note")).to_have_text("Barks.\nSleeps.")
    visitor.goto("/animals?category=Mammal&animal=Dog&dialog=edit")
    visitor.get_by_label("Note").fill("")
    visitor.get_by_role("button", name="Save", exact=True).click()
    expect(visitor.locator(".note")).to_have_count(0)
    visitor.locator(".changes").get_by_role("button", name="Undo").first.click()
    expect(visitor.locator(".note")).to_have_text("Barks.\nSleeps.")
    expect(visitor.locator(".changes > li")).to_have_count(3)
