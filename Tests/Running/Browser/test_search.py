"""The front page, and the search of all guides, in a browser."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from accessibility import violations
from everything import Everything, serving
from program_fixtures import one_instance
from server import Server
from windows import Opener, Window

# The boxes of the panels of the front page and of the pictures of cards.
BOXES = """() => {
  const box = one => JSON.parse(JSON.stringify(one.getBoundingClientRect()));
  return {
    wide: [...document.querySelectorAll(".front:not(.cards) > *")].map(box),
    cards: [...document.querySelectorAll(".cards > *")].map(box),
    pictures: [...document.querySelectorAll(".excerpt-picture")].map(box),
    page: box(document.querySelector(".hero")),
    width: document.documentElement.scrollWidth - innerWidth,
  };
}"""
HOSTILE = '"><b>&amp;' + "x" * 120


@pytest.fixture(scope="module")
def everything(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Everything]:
    """A site with a few things in each guide."""
    with serving(tmp_path_factory.mktemp("data")) as everything:
        yield everything


@pytest.fixture
def page(everything: Everything, open_page: Opener, window: Window) -> Page:
    """A window on this site."""
    return open_page(everything.server.url, width=window.width, script=window.script)


def test_the_front_page_has_no_holes(page: Page) -> None:
    """The map has the whole width; cards in a row have equal heights, all pictures too."""
    page.goto("/")
    boxes = page.evaluate(BOXES)
    whole = (boxes["page"]["left"], boxes["page"]["right"])
    assert [(box["left"], box["right"]) for box in boxes["wide"]] == [whole]
    cards = boxes["cards"]
    assert len(cards) == 3
    assert cards[0]["left"] == whole[0] and cards[-1]["right"] == pytest.approx(whole[1], abs=1)
    for one, next_one in zip(cards, cards[1:], strict=False):
        if one["top"] == next_one["top"]:
            assert one["bottom"] == pytest.approx(next_one["bottom"], abs=1)
            assert 8 <= next_one["left"] - one["right"] <= 24
        else:
            assert 8 <= next_one["top"] - one["bottom"] <= 24
    assert {round(box["bottom"] - box["top"]) for box in boxes["pictures"]} == {152}
    assert boxes["width"] == 0


def test_from_the_header_to_a_result(page: Page, everything: Everything) -> None:
    """The link leads to a page with a field, which has the focus."""
    page.goto("/photos")
    page.locator(".seek").click()
    field = page.locator("main .search-field input")
    expect(field).to_be_focused()
    field.fill("hound")
    field.press("Enter")
    expect(page).to_have_url(f"{everything.server.url}/search?q=hound")
    expect(page.locator("main mark").first).to_have_text("Hound")
    page.get_by_role("link", name="All ").first.click()
    expect(page).to_have_url(f"{everything.server.url}/breeds?q=hound")


def test_keys(everything: Everything, open_page: Opener) -> None:
    """“/” goes to the field of the page or to the search, the arrow keys to the results and back."""
    page = open_page(everything.server.url)
    page.goto("/")
    page.keyboard.press("/")
    page.wait_for_url("**/search")
    field = page.locator(".search-field input")
    page.keyboard.type("a/o")
    expect(field).to_have_value("a/o")
    field.fill("o")
    page.keyboard.press("Enter")
    page.wait_for_url("**/search?q=o")
    page.keyboard.press("/")
    expect(field).to_be_focused()
    rows = page.locator("main .row")
    page.keyboard.press("ArrowDown")
    expect(rows.nth(0)).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(rows.nth(1)).to_be_focused()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    expect(field).to_be_focused()
    page.keyboard.press("ArrowDown")
    target = rows.nth(0).get_attribute("href")
    page.keyboard.press("Enter")
    expect(page).to_have_url(f"{everything.server.url}{target}")


@pytest.mark.parametrize("path", ["/", "/search", "/search?q=o", "/search?q=zzz", "/nothing-here"])
def test_accessibility(everything: Everything, open_page: Opener, path: str) -> None:
    """axe finds nothing."""
    page = open_page(everything.server.url)
    page.goto(path)
    assert violations(page) == []


def test_a_hostile_text_is_text(page: Page) -> None:
    """In the field, and in the width of the page."""
    page.goto("/search")
    field = page.locator(".search-field input")
    field.fill(HOSTILE)
    field.press("Enter")
    expect(page.get_by_text("Nothing found")).to_be_visible()
    expect(field).to_have_value(HOSTILE)
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") == 0


@one_instance
def test_facts_for_search_engines_are_data(tmp_path: Path, open_page: Opener) -> None:
    """They are JSON, and the content security policy does not complain about them."""
    origin = "https://here.example"
    options = ["--public-origin", origin, "--writers", "everybody"]
    server = Server(tmp_path / "data", options=options)
    try:
        page = open_page(server.url)
        page.goto("/")
        facts = json.loads(page.locator("script[type='application/ld+json']").inner_text())
        assert facts["url"] == f"{origin}/"
        target = facts["potentialAction"]["target"]["urlTemplate"]
        assert target == f"{origin}/search?q={{search_term_string}}"
        expect(page.locator("#live")).to_have_text("Live")
    finally:
        server.kill()
