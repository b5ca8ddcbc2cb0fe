"""The example sites."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from accessibility import violations
from layout import overflow
from program_fixtures import needs_example
from server import Server, serving
from test_forms import save
from tides import TidesService
from web import send
from windows import Opener, Window

pytestmark = needs_example("Counter", "Loans", "Plants", "Tides")


@pytest.fixture
def counter(tmp_path: Path) -> Iterator[Server]:
    """A running counter."""
    with serving(tmp_path / "data", example="Counter") as server:
        yield server


@pytest.fixture
def plants(tmp_path: Path) -> Iterator[Server]:
    """A running guide of plants."""
    with serving(tmp_path / "data", example="Plants") as server:
        yield server


@pytest.fixture
def loans(tmp_path: Path) -> Iterator[Server]:
    """A running guide of loans, with two people."""
    with serving(tmp_path / "data", example="Loans") as server:
        add_people(server)
        yield server


def add_people(server: Server) -> None:
    """Adds those who may borrow books."""
    for number, name in enumerate(("Ada", "Bo")):
        person = {"id": f"p{number}", "name": name, "email": ""}
        assert send(server.url + "/people/editor/add", form=person).status == 303


@pytest.fixture
def tides(tmp_path: Path, service: TidesService) -> Iterator[Server]:
    """A running guide of tides."""
    options = ["--service", service.url]
    with serving(tmp_path / "data", example="Tides", options=options) as server:
        yield server


def test_a_counter_is_live_in_two_windows(counter: Server, open_page: Opener) -> None:
    first, second = open_page(counter.url), open_page(counter.url)
    for page in (first, second):
        page.goto("/")
        expect(page).to_have_url(re.compile("/counter$"))
        expect(page.locator("#live")).to_have_attribute("data-state", "live")
        expect(page.get_by_role("heading", level=1)).to_contain_text("0")
    first.get_by_role("button", name="Count up").click()
    expect(second.get_by_role("heading", level=1)).to_contain_text("1")
    second.get_by_role("button", name="Count down").click()
    expect(first.get_by_role("heading", level=1)).to_contain_text("0")
    assert violations(first) == []


def test_a_post_leads_back_to_its_button(
    counter: Server, open_page: Opener, window: Window
) -> None:
    page = open_page(counter.url, width=window.width, script=window.script)
    # So low that the page has to be scrolled to its buttons.
    page.set_viewport_size({"width": window.width, "height": 240})
    page.goto("/counter")
    button = page.get_by_role("button", name="Count down")
    button.click()
    expect(page).to_have_url(re.compile("/counter#down$"))
    expect(page.get_by_role("heading", level=1)).to_contain_text("-1")
    expect(button).to_be_focused()
    expect(button).to_be_in_viewport()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_contain_text("-2")
    expect(button).to_be_focused()


def editor(page: Page) -> None:
    """Opens the form that adds a plant."""
    page.get_by_role("link", name="Add").first.click()
    expect(page.get_by_role("dialog")).to_be_visible()


def test_a_plant_is_added_edited_and_deleted(
    plants: Server, open_page: Opener, window: Window
) -> None:
    page = open_page(plants.url, width=window.width, script=window.script)
    page.goto("/plants")
    editor(page)
    # Errors are shown beside the input.
    page.get_by_label("Name").fill("Moss")
    page.get_by_label("Height").fill("tall")
    assert save(page).status == 422
    expect(page.get_by_role("alert")).to_be_focused()
    expect(page.get_by_label("Name")).to_have_value("Moss")
    expect(page.get_by_label("Height")).to_have_value("tall")
    page.get_by_label("Height").fill("2")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_role("main").get_by_role("status")).to_contain_text("Moss")

    page.get_by_role("link", name="Edit").first.click()
    page.get_by_label("Name").fill("Peat moss")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_role("main")).to_contain_text("Peat moss")

    page.locator("#open-delete").click()
    page.get_by_role("link", name="Delete…").click()
    page.get_by_role("alertdialog").get_by_role("button").click()
    page.goto("/plants")
    expect(page.get_by_role("main")).not_to_contain_text("Peat moss")


def test_a_book_is_lent_and_returned(loans: Server, open_page: Opener, window: Window) -> None:
    page = open_page(loans.url, width=window.width, script=window.script)
    main = page.get_by_role("main")
    page.goto("/loans")
    editor(page)
    # The errors of fields and of rules are shown together.
    page.get_by_label("Lent on").fill("2026-03-06")
    page.get_by_label("Due on").fill("2026-03-01")
    assert save(page).status == 422
    alert = page.get_by_role("alert")
    for message in ("Enter the title.", "Choose the borrower.", "Enter a day after the book"):
        expect(alert).to_contain_text(message)
    assert not window.script or violations(page) == []
    assert overflow(page) == []
    page.set_viewport_size({"width": window.width, "height": 844})
    page.get_by_label("Title").fill("Dune")
    page.get_by_label("Borrower").last.select_option(label="Ada")
    page.get_by_label("Due on").fill("2026-03-20")
    page.get_by_label("Note").fill("First edition.\nA gift.")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(main.get_by_role("status")).to_contain_text("Dune")
    row = main.get_by_role("link", name="Dune").first
    expect(row).to_contain_text("Ada · due on 20 Mar 2026")
    expect(row.locator(".badge")).to_have_text("Overdue")
    expect(main.get_by_role("heading", name="Overdue")).to_be_visible()
    note = main.get_by_role("definition").filter(has_text="A gift.")
    expect(note).to_have_text("First edition.\nA gift.", use_inner_text=True)
    assert not window.script or violations(page) == []

    # A person who has books cannot be deleted.
    main.get_by_role("definition").get_by_role("link", name="Ada").click()
    page.locator("#open-delete").click()
    page.get_by_role("link", name="Delete…").click()
    expect(page.get_by_role("alertdialog")).to_contain_text("1 loan.")
    expect(page.get_by_role("alertdialog").get_by_role("button")).to_have_count(0)

    page.goto("/loans")
    filters = page.get_by_role("navigation", name="Filters")
    filters.get_by_role("link", name="Overdue only 1").click()
    expect(page).to_have_url(re.compile(r"/loans\?filter=overdueOnly$"))
    main.get_by_role("link", name="Dune").first.click()
    page.get_by_role("link", name="Edit").first.click()
    page.get_by_role("checkbox", name="Returned").check()
    page.get_by_role("button", name="Save", exact=True).click()
    expect(main.get_by_role("status")).to_contain_text("Dune")
    expect(main).to_contain_text("No loans found")
    page.goto("/loans")
    expect(main.get_by_role("heading", name="Returned")).to_be_visible()
    expect(main.get_by_role("link", name="Dune").locator(".badge")).to_have_count(0)
    assert overflow(page) == []


def test_the_day_of_tides_is_in_the_address(
    tides: Server, open_page: Opener, window: Window
) -> None:
    page = open_page(tides.url, width=window.width, script=window.script)
    page.goto("/tides")
    main = page.get_by_role("main")
    expect(main.get_by_role("cell")).to_have_text(["2.1 m"])
    expect(main.get_by_role("img", name="Heights of the day")).to_be_visible()
    expect(main.get_by_role("link", name="Previous day")).to_have_count(0)
    page.get_by_label("Day", exact=True).select_option("2026-05-05")
    page.get_by_role("button", name="Show").click()
    expect(page).to_have_url(re.compile(r"/tides\?day=2026-05-05$"))
    expect(main.get_by_role("cell")).to_have_text(["2.2 m"])
    expect(page.get_by_label("Day", exact=True)).to_have_value("2026-05-05")
    main.get_by_role("link", name="Next day").click()
    expect(main.get_by_role("cell")).to_have_text(["2.4 m"])
    expect(main.get_by_role("link", name="Next day")).to_have_count(0)
    main.get_by_role("link", name="Previous day").click()
    expect(page).to_have_url(re.compile(r"/tides\?day=2026-05-05$"))
    page.goto("/tides?day=2026-05-07")
    expect(main).to_contain_text("There are no predictions for this day.")


def test_tides_are_refreshed_and_survive_a_failure(
    tides: Server, service: TidesService, open_page: Opener, window: Window
) -> None:
    page = open_page(tides.url, width=window.width, script=window.script)
    page.goto("/tides?day=2026-05-05")
    height = page.get_by_role("main").get_by_role("cell")
    refresh = page.get_by_role("button", name="Refresh")
    expect(height).to_have_text(["2.2 m"])
    service.tides = {"2026-05-05": ("07:01", "1.9")}
    refresh.click()
    expect(height).to_have_text(["1.9 m"])
    expect(page).to_have_url(re.compile(r"/tides\?day=2026-05-05$"))

    service.tides = None
    refresh.click()
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text("The tides could not be fetched.")
    expect(height).to_have_text(["1.9 m"])

    service.tides = {"2026-05-05": ("07:01", "1.8")}
    alert.get_by_role("button", name="Try again").click()
    expect(height).to_have_text(["1.8 m"])
    expect(alert).to_have_count(0)
