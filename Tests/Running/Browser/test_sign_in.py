"""Signing in and out as people do it: on a page, with and without script."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import people
from access import editor_line
from server import Server, serving
from windows import Opener, Window

PASSWORD = "correct horse battery"
EDIT = "/animals?category=Mammal&animal=Dog&dialog=edit"


@pytest.fixture
def guarded(tmp_path: Path) -> Iterator[Server]:
    """A site with the editor Anna."""
    editors = tmp_path / "editors"
    editors.write_text(editor_line("anna", PASSWORD))
    with serving(tmp_path / "data", options=["--editors", str(editors)]) as program:
        yield program


@pytest.fixture
def visitor(open_page: Opener, guarded: Server, window: Window) -> Page:
    """Somebody with a wide window and scripts, or a phone without."""
    return open_page(guarded.url, width=window.width, script=window.script)


def sign_in(page: Page, password: str = PASSWORD) -> None:
    """Fills in the form with the keyboard."""
    page.get_by_label("Name").fill("anna")
    page.keyboard.press("Tab")
    page.keyboard.type(password)
    page.keyboard.press("Enter")


def sign_out(page: Page) -> None:
    """Signs out: on a phone on the page of the account."""
    if people.is_narrow(page):
        page.get_by_role("link", name="anna").click()
        page.get_by_role("main").get_by_role("button", name="Sign out", exact=True).click()
    else:
        page.get_by_role("banner").get_by_role("button", name="Sign out").click()


def test_signing_in_leads_back(visitor: Page) -> None:
    """To the page and the dialog that one came for; a wrong password keeps the name."""
    visitor.goto(EDIT)
    expect(visitor.get_by_role("heading", name="Sign in to make changes")).to_be_visible()
    expect(visitor.get_by_label("Name")).to_be_focused()
    sign_in(visitor, "wrong")
    expect(visitor.get_by_role("alert")).to_be_focused()
    expect(visitor.get_by_role("alert")).to_contain_text("Name and password do not match")
    expect(visitor.get_by_label("Name")).to_have_value("anna")
    sign_in(visitor)
    expect(visitor.get_by_role("dialog")).to_be_visible()
    visitor.get_by_label("Name").fill("Dingo")
    visitor.get_by_role("button", name="Save", exact=True).click()
    expect(people.outcome(visitor)).to_contain_text("Saved Dingo")
    expect(visitor.get_by_role("banner").get_by_role("link", name="anna")).to_be_visible()


def test_signing_out(visitor: Page) -> None:
    """The pages are those of readers again, also after going back."""
    visitor.goto("/sign-in?page=/animals%3Fanimal%3DDog")
    sign_in(visitor)
    expect(visitor.get_by_role("link", name="Edit")).to_be_visible()
    sign_out(visitor)
    expect(visitor.get_by_role("link", name="Sign in")).to_be_visible()
    assert visitor.context.cookies() == []
    visitor.goto("/animals?animal=Dog")
    expect(visitor.get_by_role("link", name="Edit")).to_have_count(0)


def test_other_windows_notice_that_one_has_signed_out(
    open_page: Opener, guarded: Server
) -> None:
    """At once; what was typed in one of them remains."""
    page = open_page(guarded.url)
    page.goto("/sign-in?page=/animals%3Fanimal%3DDog")
    sign_in(page)
    expect(page.get_by_role("link", name="Edit")).to_be_visible()
    shown, typing = (page.context.new_page() for _ in range(2))
    shown.goto(f"{guarded.url}/animals?animal=Dog")
    expect(shown.get_by_role("link", name="Edit")).to_be_visible()
    typing.goto(guarded.url + EDIT)
    typing.get_by_label("Name").fill("Dingo")
    sign_out(page)
    expect(shown.get_by_role("link", name="Sign in")).to_be_visible()
    expect(shown.get_by_role("link", name="Edit")).to_have_count(0)
    expect(typing.get_by_label("Name")).to_have_value("Dingo")


def test_what_was_typed_survives_the_end_of_a_session(visitor: Page) -> None:
    """The form is kept during the sign-in, and sent by a button."""
    visitor.goto("/sign-in?page=/animals%3Fanimal%3DDog%26dialog%3Dedit")
    sign_in(visitor)
    visitor.get_by_label("Name").fill("Dingo & <b>")
    visitor.context.clear_cookies()
    visitor.get_by_role("button", name="Save", exact=True).click()
    expect(visitor.get_by_role("main")).to_contain_text("Your change was not saved")
    sign_in(visitor)
    visitor.get_by_role("button", name="Save the change").click()
    expect(people.outcome(visitor)).to_contain_text("Saved Dingo & <b>")
