"""Print, high contrast, and forced colours."""

from __future__ import annotations

import pytest

from accessibility import violations
from server import Server
from windows import Opener

PAGES = [
    "/",
    "/animals?category=Mammal&animal=Kangaroo&notice=saved",
    "/quakes?date=any&type=any&quake=tonga",
    "/photos",
    "/unicorns",
]

# Elements that are of no use on paper.
CONTROLS = """() => [...document.querySelectorAll("nav, header.site, footer, button, input, select,"
    + "summary, .button, .tag, .map-bar a, .exports")]
  .filter(element => element.checkVisibility()).map(element => element.outerHTML.slice(0, 120))"""
# The text that is not (almost) black, except on a coloured background.
PALE = """() => [...document.querySelectorAll("main *")]
  .filter(element => element.checkVisibility() && !element.closest("svg, .mag"))
  .filter(element => [...element.childNodes].some(node => node.nodeType === 3 && node.data.trim()))
  .filter(element => getComputedStyle(element).color.match(/\\d+/g).slice(0, 3).some(c => c > 60))
  .map(element => `${element.outerHTML.slice(0, 80)}: ${getComputedStyle(element).color}`)"""
BACKGROUND = "() => getComputedStyle(document.documentElement).backgroundColor"


@pytest.mark.parametrize("path", PAGES)
def test_on_paper(open_page: Opener, stage: Server, path: str) -> None:
    """Black on white in any colour scheme, without interactive elements."""
    page = open_page(stage.url)
    page.goto(path)
    for scheme in ("light", "dark"):
        page.emulate_media(media="print", color_scheme=scheme)
        assert page.evaluate(CONTROLS) == []
        assert page.evaluate(PALE) == []
        assert page.evaluate(BACKGROUND) == "rgb(255, 255, 255)"
        assert page.locator("h1").is_visible()
        if path.startswith("/quakes"):
            assert page.locator(".map svg").first.is_visible()


@pytest.mark.parametrize("path", PAGES)
def test_with_more_contrast(open_page: Opener, stage: Server, path: str) -> None:
    """Text has a contrast ratio of at least seven."""
    page = open_page(stage.url)
    page.emulate_media(contrast="more")
    page.goto(path)
    assert violations(page, [("light", 1280), ("dark", 1280)], ["color-contrast-enhanced"]) == []


# Parts that are otherwise distinguished by their background have a border. Controls in
# lines of text have no background of their own, and the strip of state has a line above.
FRAMED = ".tag, .plate, .notice, .menu-list, .dialog, .button"
FRAMELESS = f"""() => [...document.querySelectorAll("{FRAMED}")]
  .filter(element => element.checkVisibility() && !element.closest(".foot-line, .sample, .strip, .notice.good")
    && getComputedStyle(element).borderStyle.split(" ").includes("none"))
  .map(element => element.outerHTML.slice(0, 120))"""


@pytest.mark.parametrize("path", [*PAGES, "/animals?category=Mammal&animal=Kangaroo&dialog=edit"])
def test_in_the_colours_of_the_system(open_page: Opener, stage: Server, path: str) -> None:
    """No part is distinguished by its background alone."""
    page = open_page(stage.url)
    page.emulate_media(forced_colors="active")
    page.goto(path)
    assert page.evaluate(FRAMELESS) == []


def test_the_selected_preset_in_the_colours_of_the_system(open_page: Opener, stage: Server) -> None:
    """It has another border than those beside it."""
    page = open_page(stage.url)
    page.emulate_media(forced_colors="active")
    page.goto("/quakes?past=week&sort=magnitude")
    selected, others = page.evaluate(
        """() => ["[aria-current]", ":not([aria-current])"].map(which =>
          [...new Set([...document.querySelectorAll(`.presets a${which}`)].map(preset =>
            getComputedStyle(preset).border))])"""
    )
    assert len(selected) == len(others) == 1
    assert selected != others
