"""The gallery in a browser. Its states are checked in test_accessibility.py and Tests/Running/Program."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

import web
from accessibility import WIDE, violations
from layout import overflow
from server import Server


@pytest.mark.parametrize(
    "address", ["/previews?guide=photos", "/previews/AnimalList", "/previews/QuakeMap"]
)
def test_the_gallery_itself_is_as_clean(gallery_page: Page, address: str) -> None:
    """The gallery's own pages pass axe-core, and fit into every window."""
    gallery_page.goto(address)
    assert violations(gallery_page, WIDE) == []
    assert overflow(gallery_page) == []


def test_states_are_shown_in_frames(gallery_page: Page) -> None:
    """States are side by side, and frames are sandboxed."""
    gallery_page.goto("/previews/AnimalList?text=hostile&scheme=dark")
    frame = gallery_page.frame_locator("iframe").first
    assert "select a category" in frame.locator("main").inner_text().lower()
    background = frame.locator("html").evaluate("html => getComputedStyle(html).backgroundColor")
    assert background == "rgb(21, 19, 17)", "the frame must follow the browser"
    gallery_page.get_by_role("link", name="Light", exact=True).click()
    gallery_page.get_by_role("link", name="category", exact=True).click()
    assert gallery_page.url.endswith("/previews/AnimalList/category?text=hostile&scheme=light")


def test_forms_of_the_gallery_lead_nowhere(gallery_page: Page, gallery: Server) -> None:
    """A confirmation in the gallery deletes nothing."""
    gallery_page.goto("/previews/AnimalsPage/delete")
    gallery_page.get_by_role("button", name="Yes, delete").click(no_wait_after=True)
    gallery_page.wait_for_timeout(500)
    assert gallery_page.url == f"{gallery.url}/previews/AnimalsPage/delete"
    assert web.send(f"{gallery.url}/animals?animal=Kangaroo").status == 200
