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

# The boxes of the panels of the front page and of the pictures of cards, and the room below
# the last element of each card.
BOXES = """() => {
  const box = one => JSON.parse(JSON.stringify(one.getBoundingClientRect()));
  const rest = one => box(one).bottom - box(one.lastElementChild).bottom;
  return {
    wide: [...document.querySelectorAll(".front:not(.cards) > *")].map(box),
    cards: [...document.querySelectorAll(".cards > *")].map(one => ({ ...box(one), rest: rest(one) })),
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
    """The map has the whole width; cards in a row have equal heights and pictures."""
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
    assert all(card["rest"] <= 2 for card in cards)
    for box in boxes["pictures"]:
        ratio = (box["right"] - box["left"]) / (box["bottom"] - box["top"])
        assert ratio == pytest.approx(2, abs=0.05)
    assert boxes["width"] == 0


def test_the_front_page_leads_to_earthquakes_near_a_place(
    page: Page, everything: Everything
) -> None:
    """By a form, also without a script."""
    page.goto("/")
    page.get_by_label("Near you").fill("Japan")
    page.get_by_role("button", name="Show").click()
    expect(page).to_have_url(f"{everything.server.url}/quakes?near=Japan&past=week")


def test_the_front_page_asks_for_the_position(everything: Everything, open_page: Opener) -> None:
    """Only with a script; the page of the earthquakes asks the browser."""
    place = {"latitude": 35.68, "longitude": 139.69}
    page = open_page(everything.server.url, geolocation=place, permissions=["geolocation"])
    page.goto("/")
    page.get_by_role("link", name="Use my location").click()
    page.wait_for_url("**near=me,35.7,139.7**")
    without = open_page(everything.server.url, script=False)
    without.goto("/")
    expect(without.get_by_role("link", name="Use my location")).to_be_hidden()


def test_from_the_head_to_a_result(page: Page, everything: Everything) -> None:
    """The field in the head, or on a phone the page that its button leads to."""
    page.goto("/photos")
    field = page.locator(".site .seek input")
    if field.is_visible():
        field.fill("hound")
        field.press("Enter")
    else:
        page.locator(".site .seek button").click()
        expect(page.get_by_text("Type a word and press Enter.")).to_be_visible()
        page.locator("main .seek input").fill("hound")
        page.locator("main .seek button").click()
    expect(page).to_have_url(f"{everything.server.url}/search?q=hound")
    expect(page.locator("main mark").first).to_have_text("Hound")
    assert page.locator(".seek:visible input").count() == 1
    page.get_by_role("link", name="that match").first.click()
    expect(page).to_have_url(f"{everything.server.url}/breeds?q=hound")


def test_keys(everything: Everything, open_page: Opener) -> None:
    """“/” goes to the field, the arrow keys from there to the results and back."""
    page = open_page(everything.server.url)
    page.goto("/animals?category=Mammal&animal=Dog")
    page.keyboard.press("/")
    page.keyboard.type("a/o")
    expect(page.locator(".site .seek input")).to_have_value("a/o")
    page.locator(".site .seek input").fill("o")
    page.keyboard.press("Enter")
    page.wait_for_url("**/search?q=o")
    page.keyboard.press("/")
    expect(page.locator("main .seek input")).to_be_focused()
    rows = page.locator(".search-groups .row")
    page.keyboard.press("ArrowDown")
    expect(rows.nth(0)).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(rows.nth(1)).to_be_focused()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    expect(page.locator("main .seek input")).to_be_focused()
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
    """In the field, in the heading, and in the width of the page."""
    page.goto("/search")
    field = page.locator("main .seek input")
    field.fill(HOSTILE)
    field.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text(f"“{HOSTILE}”")
    expect(page.locator("main .seek input")).to_have_value(HOSTILE)
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
