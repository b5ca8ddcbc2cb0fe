"""Adds, edits and deletes an animal, and restores the sample data, by the words on the pages."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

import people
from server import Server
from windows import WINDOWS, Opener, name_of


@pytest.mark.parametrize("window", WINDOWS, ids=name_of)
def test_adds_edits_and_deletes_an_animal(fresh_page: Page) -> None:
    """The whole life of an animal, from its list and back to it."""
    page = fresh_page
    people.start(page)
    people.choose(page, "Mammal")
    people.add(page, "Red panda", diet="Omnivore")
    expect(people.outcome(page)).to_contain_text("Added Red panda")
    expect(people.summary(page)).to_have_text("Mammal · Omnivore")
    assert people.listed(page) == [
        "Cat",
        "Dog",
        "Red kangaroo",
        "Red panda",
        "Southern gibbon",
    ]

    people.choose_animal(page, "Red panda")
    page.get_by_role("link", name="Edit", exact=True).click()
    expect(page.get_by_label("Name")).to_have_value("Red panda")
    expect(page.get_by_label("Omnivore")).to_be_checked()
    page.get_by_label("Name").fill("Lesser panda")
    page.get_by_label("Herbivore").check()
    page.get_by_label("Category").select_option("Reptile")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(people.outcome(page)).to_contain_text("Saved Lesser panda")
    expect(people.summary(page)).to_have_text("Reptile · Herbivore")
    assert people.listed(page) == ["Lesser panda"]

    people.choose_animal(page, "Lesser panda")
    people.ask_to_delete(page)
    question = page.get_by_role("alertdialog", name="Delete Lesser panda?")
    expect(question).to_be_visible()
    question.get_by_role("link", name="Cancel").click()
    expect(question).to_have_count(0)
    expect(page.get_by_role("heading", name="Lesser panda")).to_be_visible()

    people.ask_to_delete(page)
    page.get_by_role("button", name="Yes, delete Lesser panda").click()
    expect(people.outcome(page)).to_contain_text("Deleted Lesser panda")
    assert people.listed(page) == []
    expect(people.column(page)).to_contain_text("No animals in this category")


@pytest.mark.parametrize("window", WINDOWS, ids=name_of)
def test_the_changes_of_the_site_lead_to_their_guides(fresh_page: Page) -> None:
    """From the foot of the front page to an undoing, which is taken back."""
    page = fresh_page
    people.start(page)
    people.choose(page, "Mammal")
    people.add(page, "Red panda", diet="Omnivore")
    page.goto("/")
    page.get_by_role("contentinfo").get_by_role("link", name="Changes").click()
    lines = page.locator("#changes .rows > li")
    expect(lines).to_have_count(2)
    expect(lines.first).to_contain_text("Animals · Added")
    expect(lines.last).to_contain_text("Animals · Sample")
    lines.first.get_by_role("button", name="Undo").click()
    expect(page).to_have_url(re.compile("/animals[?].*dialog=history"))
    expect(people.outcome(page)).to_contain_text("Undone: Red panda")
    people.outcome(page).get_by_role("button", name="Redo").click()
    expect(people.outcome(page)).to_contain_text("Redone: Red panda")
    page.goto("/changes")
    expect(lines).to_have_count(4)
    page.get_by_label("Kind").select_option("sample")
    if (button := page.get_by_role("button", name="Filter", exact=True)).is_visible():
        button.click()
    expect(lines).to_have_count(1)
    expect(page).to_have_url(re.compile("/changes[?].*change-kind=sample"))


def test_reloads_the_sample_data(fresh_page: Page) -> None:
    """Added animals are removed and deleted ones are restored, after a confirmation."""
    page = fresh_page
    people.start(page)
    people.choose(page, "Mammal")
    people.add(page, "Red panda", diet="Omnivore")

    people.start(page)
    people.reset(page)
    page.get_by_role("alertdialog", name="Reset sample data?").get_by_role(
        "link", name="Cancel"
    ).click()
    people.choose(page, "Mammal")
    assert "Red panda" in people.listed(page)
    people.choose_animal(page, "Dog")
    people.ask_to_delete(page)
    page.get_by_role("button", name="Yes, delete Dog").click()
    assert "Dog" not in people.listed(page)

    people.start(page)
    people.reset(page)
    page.get_by_role("button", name="Yes, reset sample data").click()
    expect(people.outcome(page)).to_contain_text("Sample data restored")
    people.choose(page, "Mammal")
    assert people.listed(page) == ["Cat", "Dog", "Red kangaroo", "Southern gibbon"]


def test_reloading_the_page_after_an_addition_adds_nothing(fresh_page: Page) -> None:
    """The page after a post can be reloaded without posting again."""
    page = fresh_page
    people.start(page)
    people.choose(page, "Fish")
    people.add(page, "Clownfish", diet="Omnivore")
    page.reload()
    assert people.listed(page) == ["Clownfish"]


def test_an_address_shows_the_same_to_everybody(open_page: Opener, fresh_server: Server) -> None:
    """Selection and dialog are part of the address, which works in another window."""
    first = open_page(fresh_server.url)
    people.start(first)
    people.choose(first, "Mammal")
    people.choose_animal(first, "Dog")
    first.get_by_role("link", name="Edit", exact=True).click()
    second = open_page(fresh_server.url)
    second.goto(first.url)
    expect(second.get_by_role("dialog", name="Edit animal")).to_be_visible()
    expect(second.get_by_label("Name")).to_have_value("Dog")
