"""Conflicts between two visitors, and repeated submissions of one. More of them:
WebSiteTests/AnimalsPostTests.swift."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

import people
from server import Server
from test_forms import save
from windows import Opener, Window

EDIT = "/animals?category=Mammal&animal=Dog&dialog=edit"


@pytest.fixture
def two_editors(open_page: Opener, fresh_server: Server, window: Window) -> tuple[Page, Page]:
    """Two visitors with the same animal in their editors. Scripts are off, so the second
    page is not updated; for pages with live updates see test_live.py."""
    pages = [
        open_page(fresh_server.url, width=window.width, script=window.script),
        open_page(fresh_server.url, width=window.width, script=False),
    ]
    for page in pages:
        page.goto(EDIT)
    return pages[0], pages[1]


def table(page: Page) -> list[list[str]]:
    """Returns the comparison of the input with the stored values."""
    rows = page.get_by_role("alert").locator("tr").all()
    cells = [row.locator("th, td").all_inner_texts() for row in rows]
    return [[text.replace("\n", "") for text in row] for row in cells]


def save_first(page: Page) -> None:
    """Saves in the first window."""
    page.get_by_label("Name").fill("Dingo")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(people.outcome(page)).to_contain_text("Saved Dingo")


def save_second(page: Page) -> None:
    """Saves another text in the second window, which gets a conflict."""
    page.get_by_label("Name").fill("Wolf")
    page.get_by_label("Omnivore").check()
    page.get_by_label("Category").select_option("Bird")
    assert save(page).status == 409
    expect(page.get_by_role("alert")).to_be_focused()
    expect(page.get_by_role("alert")).to_contain_text("Changed while you were editing")
    assert table(page) == [
        ["Field", "Your version", "Their version"],
        ["Name, differs", "Wolf", "Dingo"],
        ["Diet, differs", "Omnivore", "Carnivore"],
        ["Category, differs", "Bird", "Mammal"],
        ["Note", "", ""],
    ]
    expect(page.get_by_label("Name")).to_have_value("Wolf")
    # The choice is in the window, whatever is above it.
    for name in ("Keep theirs", "Save my version"):
        box = page.locator(".dialog .actions").get_by_text(name).bounding_box()
        assert box and page.viewport_size
        assert 0 < box["y"] < box["y"] + box["height"] <= page.viewport_size["height"]


def test_the_second_to_save_can_keep_what_is_stored(two_editors: tuple[Page, Page]) -> None:
    """The first version stays."""
    first, second = two_editors
    save_first(first)
    save_second(second)
    second.get_by_role("link", name="Keep theirs").click()
    expect(second.get_by_role("heading", name="Dingo")).to_be_visible()
    expect(people.summary(second)).to_have_text("Mammal · Carnivore")


def test_the_second_to_save_can_overwrite(two_editors: tuple[Page, Page], window: Window) -> None:
    """Saving again overwrites the first version."""
    first, second = two_editors
    save_first(first)
    save_second(second)
    second.get_by_role("button", name="Save my version").click()
    expect(people.outcome(second)).to_contain_text("Saved Wolf")
    if not window.script:
        first.reload()
    expect(first.get_by_role("heading", name="Wolf")).to_be_visible()
    expect(people.summary(first)).to_contain_text("Bird")


def test_deleting_a_changed_animal(two_editors: tuple[Page, Page]) -> None:
    """The second visitor gets the new values, and has to confirm again."""
    first, second = two_editors
    second.goto("/animals?animal=Dog&dialog=delete")
    save_first(first)
    with second.expect_navigation() as navigation:
        second.get_by_role("button", name="Yes, delete Dog").click()
    assert navigation.value.status == 409
    question = second.get_by_role("alertdialog")
    expect(question).to_contain_text("Someone else saved this animal after you opened it.")
    expect(question.locator(".facts dd")).to_have_text(["Dingo", "Carnivore", "Mammal", "Not given"])
    expect(second.get_by_role("link", name="Cancel")).to_be_focused()
    second.get_by_role("button", name="Yes, delete Dingo").click()
    expect(people.outcome(second)).to_contain_text("Deleted Dingo")
    assert "Dingo" not in people.listed(second)


def test_going_back_to_a_form_and_changing_it(fresh_page: Page) -> None:
    """A form that was submitted before is rejected."""
    page = fresh_page
    people.start(page)
    people.choose(page, "Fish")
    people.add(page, "Clownfish", diet="Omnivore")
    page.go_back()
    page.get_by_label("Name").fill("Shark")
    page.get_by_label("Carnivore").check()
    assert save(page).status == 409
    expect(page.get_by_role("alert")).to_contain_text("“Clownfish”")
    expect(page.get_by_label("Name")).to_have_value("Shark")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator("#detail-title")).to_have_text("Shark")
    assert people.listed(page) == ["Clownfish", "Shark"]
