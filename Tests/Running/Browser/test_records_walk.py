"""A walk through a guide of records: history, undo, several records, export and import."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from accessibility import violations
from layout import overflow
from program_fixtures import needs_example
from server import ANY_POSTS, Server, serving
from test_examples import add_people
from web import send
from windows import Opener, Window

pytestmark = needs_example("Loans")


@pytest.fixture
def loans(request: pytest.FixtureRequest, tmp_path: Path, window: Window) -> Iterator[Server]:
    """The example with two people: on SQLite for wide windows, on PostgreSQL for narrow ones."""
    options = [*ANY_POSTS]
    if not window.script:
        options += ["--database", request.getfixturevalue("database")]
    with serving(tmp_path / "data", example="Loans", options=options) as server:
        add_people(server)
        yield server


@pytest.fixture
def page(loans: Server, open_page: Opener, window: Window) -> Page:
    """A window on the example."""
    return open_page(loans.url, width=window.width, script=window.script)


def add(server: Server, number: int) -> None:
    """Adds a loan."""
    form = {
        "id": f"l{number}", "title": f"Book {number}", "borrower": "p0", "lent": "2026-03-06",
        "due": "2026-03-20", "note": "",
    }  # fmt: skip
    assert send(server.url + "/loans/editor/add", form=form).status == 303


def fine(page: Page, window: Window) -> None:
    """Checks that a page is accessible, and fits into windows. The tools need scripts."""
    if window.script:
        assert violations(page) == []
        assert overflow(page) == []


def test_a_loan_is_changed_restored_deleted_and_brought_back(
    page: Page, window: Window, loans: Server
) -> None:
    for number in range(3):
        add(loans, number)
    page.goto("/loans?record=l1&dialog=edit")
    page.get_by_label("Title").fill("Dune")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_role("status").first).to_contain_text("Saved Dune")
    page.locator("#open-delete").click()
    page.get_by_role("link", name="All changes").click()
    changes = page.locator("#changes")
    expect(changes).to_contain_text("Title Book 1 to Dune")
    fine(page, window)
    changes.get_by_role("button", name="Undo").first.click()
    expect(page.get_by_role("status").first).to_contain_text("Undone: Book 1")
    page.goto("/loans?record=l1")
    page.locator("#open-delete").click()
    page.get_by_role("link", name="Delete…").click()
    page.get_by_role("button", name="Yes, delete").click()
    notice = page.get_by_role("status").first
    expect(notice).to_contain_text("Deleted Book 1")
    notice.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("heading", level=2, name="Book 1")).to_be_visible()
    page.locator("#open-delete").click()
    page.get_by_role("link", name="All changes").click()
    expect(changes.locator(".rows > li")).to_have_count(5)


def test_several_loans_are_changed_deleted_and_brought_back(
    page: Page, window: Window, loans: Server
) -> None:
    for number in range(4):
        add(loans, number)
    page.goto("/loans")
    page.get_by_role("link", name="Select", exact=True).click()
    for number in (1, 2):
        page.get_by_label(f"Book {number}").check()
    fine(page, window)
    form = page.locator("#selection")
    form.get_by_label("Field").select_option("borrower")
    form.get_by_label("New borrower").select_option("p1")
    form.get_by_role("button", name="Change").click()
    expect(page.get_by_role("status").first).to_contain_text("2 loans changed")
    expect(page.get_by_text("Bo · due on")).to_have_count(2)
    page.get_by_role("link", name="Select", exact=True).click()
    page.get_by_role("link", name="Select all 4").click()
    page.get_by_label("Book 0").uncheck()
    page.get_by_role("button", name="Delete").click()
    expect(page.get_by_role("dialog")).to_contain_text("Delete 3 loans?")
    fine(page, window)
    page.get_by_role("button", name="Yes, delete 3 loans").click()
    expect(page.get_by_role("status").first).to_contain_text("3 loans deleted")
    expect(page.locator("#record-list li")).to_have_count(1)
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("status").first).to_contain_text("Undone: 3 loans")
    expect(page.locator("#record-list li")).to_have_count(4)


def test_an_export_is_changed_and_imported(
    page: Page, window: Window, loans: Server, tmp_path: Path
) -> None:
    for number in range(3):
        add(loans, number)
    page.goto("/loans?search=book&order=title")
    page.locator("#more").click()
    with page.expect_download() as download:
        page.get_by_role("link", name="Export as CSV").click()
    exported = Path(download.value.path()).read_text(encoding="utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(exported)))
    assert [row["Title"] for row in rows] == ["Book 0", "Book 1", "Book 2"]
    assert [row["Borrower"] for row in rows] == ["Ada"] * 3
    rows[0]["Title"] = "=Dune; “new”"
    rows[1]["Lent on"] = "soon"
    file = tmp_path / "loans.csv"

    def write() -> None:
        """Writes the rows as Excel does in many countries."""
        with file.open("w", encoding="utf-8-sig", newline="") as opened:
            writer = csv.DictWriter(opened, rows[0], delimiter=";", dialect="excel")
            writer.writeheader()
            writer.writerows(rows)

    page.goto("/loans?dialog=import")
    fine(page, window)
    write()
    page.get_by_label("File").set_input_files(file)
    page.get_by_role("button", name="Check the file").click()
    expect(page.get_by_role("row", name="3 Lent on")).to_contain_text("Enter a day like")
    fine(page, window)
    # Another file is chosen in a new dialog: this one would import the rest.
    page.goto("/loans?dialog=import")
    rows[1]["Lent on"] = "2026-03-07"
    write()
    page.get_by_label("File").set_input_files(file)
    page.get_by_role("button", name="Check the file").click()
    expect(page.get_by_role("dialog")).to_contain_text("2 loans would be changed")
    page.get_by_role("button", name="Import 2 loans").click()
    expect(page.get_by_role("status").first).to_contain_text("2 loans imported")
    expect(page.get_by_role("link", name="=Dune; “new”")).to_be_visible()
    again = send(loans.url + "/loans/export.csv?order=title").text
    assert "'=Dune; “new”" in again
