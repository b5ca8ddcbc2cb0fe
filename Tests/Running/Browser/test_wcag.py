"""Success criteria of WCAG 2.2 at level AA that axe-core does not check."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from everything import Everything, serving
from layout import SIDEWAYS
from windows import HEIGHTS

PAGES = {
    "front": "/",
    "animals": "/animals",
    "category": "/animals?category=Mammal",
    "animal": "/animals?category=Mammal&animal=Kangaroo&notice=saved",
    "edit": "/animals?category=Mammal&animal=Kangaroo&dialog=edit",
    "delete": "/animals?category=Mammal&animal=Kangaroo&dialog=delete",
    "quakes": "/quakes?date=any&type=any",
    "quake": "/quakes?date=any&type=any&q=a&min=-1&quake=name-long&view=-118,36,30",
    "nothing": "/quakes?date=any&q=Atlantis",
    "malformed": "/quakes?min=large",
    "delete all": "/quakes?date=any&dialog=deleteAll",
    "breeds": "/breeds?q=hound",
    "breed": "/breeds?breed=hound&sub=afghan",
    "photos": "/photos",
    "banner": "/photos?dialog=banner",
    "missing": "/quake",
}


@pytest.fixture(scope="module")
def everything(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Everything]:
    """A complete site, with unusual names."""
    with serving(tmp_path_factory.mktemp("data")) as everything:
        yield everything


Visit = Callable[..., Page]


@pytest.fixture
def visit(browser: Browser, everything: Everything) -> Iterator[Visit]:
    """Opens windows on the site. Images of breeds are not loaded."""
    contexts: list[BrowserContext] = []

    def visit(width: int = 1280, **options: Any) -> Page:
        context = browser.new_context(
            base_url=everything.server.url,
            viewport={"width": width, "height": HEIGHTS[width]},
            **options,
        )
        contexts.append(context)
        page = context.new_page()
        page.route(f"{everything.pictures}/**", lambda route: route.fulfill(body=""))
        return page

    yield visit
    for context in contexts:
        context.close()


# Opens each menu, and returns horizontal overflow.
WITH_MENUS = f"""() => {{
  const sideways = {SIDEWAYS};
  const found = [sideways()];
  const menus = [...document.querySelectorAll("details")].filter(menu => !menu.closest("[inert]"));
  for (const menu of menus) {{
    menu.open = true;
    found.push(sideways());
    menu.open = false;
  }}
  for (const menu of document.querySelectorAll("[popover]")) {{
    menu.showPopover();
    found.push(sideways());
    menu.hidePopover();
  }}
  return found.flat();
}}"""


@pytest.mark.parametrize(
    "options",
    [{"width": 320}, {"width": 640, "device_scale_factor": 2}],
    ids=["320", "200 %"],
)
def test_nothing_is_reached_sideways_only(visit: Visit, options: dict[str, int]) -> None:
    """1.4.10 and 1.4.4: neither in a narrow window nor at twice the size, with any open menu."""
    page = visit(**options)
    found = {}
    for name, path in PAGES.items():
        page.goto(path)
        found[name] = page.evaluate(WITH_MENUS)
    assert {name: outside for name, outside in found.items() if outside} == {}


# Set through the object model, which the policy allows.
SPACING = """() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`* { line-height: 1.5 !important; letter-spacing: .12em !important;
    word-spacing: .16em !important } p { margin-block-end: 2em !important }`);
  document.adoptedStyleSheets = [sheet];
}"""
# Clipped text. Names and notes of rows are clipped on purpose: they link to the
# whole text. So are maps, which reach over their frames, and the credits beside the legend,
# which has one line.
CUT = """() => [...document.querySelectorAll("body *")]
  .filter(element => element.checkVisibility() && !element.closest("svg, [inert]")
    && !element.matches(".vh, .skip, .row-name, .row .row-note, select, input, textarea")
    && !element.matches(".frame, .panel:has(.map > svg), .legend small"))
  .filter(element => {
    const style = getComputedStyle(element);
    const cuts = value => value === "hidden" || value === "clip";
    return cuts(style.overflowX) && element.scrollWidth > element.clientWidth + 1
      || cuts(style.overflowY) && element.scrollHeight > element.clientHeight + 1;
  })
  .map(element => element.outerHTML.slice(0, 120))"""


@pytest.mark.parametrize("width", [1280, 390])
def test_text_may_be_spaced_out(visit: Visit, width: int) -> None:
    """1.4.12: nothing is clipped or moved out of the window."""
    page = visit(width=width)
    found = {}
    for name, path in PAGES.items():
        page.goto(path)
        page.evaluate(SPACING)
        found[name] = page.evaluate(CUT) + page.evaluate(SIDEWAYS)
    assert {name: problems for name, problems in found.items() if problems} == {}


# Links within a sentence have its height, and dots of the map are also rows of
# the list.
SMALL = """() => [...document.querySelectorAll(
    "a, button, select, input:not([type=radio], [type=hidden]), label:has(input), summary")]
  .filter(element => element.checkVisibility() && !element.closest("[inert], .skip, .map svg"))
  .filter(element => {
    const { width, height } = (element.querySelector(":scope:is(.chart a) > rect") ?? element).getBoundingClientRect();
    return width < 24 || height < 24;
  })
  .map(element => element.outerHTML.slice(0, 120))"""


def test_targets_can_be_hit(visit: Visit) -> None:
    """2.5.8: everything is at least 24 pixels wide and high, also with a mouse."""
    page = visit()
    found = {}
    for name, path in PAGES.items():
        page.goto(path)
        found[name] = page.evaluate(SMALL)
    assert {name: small for name, small in found.items() if small} == {}


# True if part of the focused element is visible: not covered, not scrolled
# away.
OBSCURED = """() => {
  const element = document.activeElement;
  if (!element || element === document.body) return null;
  const { left, right, top, bottom } = element.getBoundingClientRect();
  const points = [.1, .5, .9].flatMap(x => [.1, .5, .9].map(y =>
    [left + (right - left) * x, top + (bottom - top) * y]));
  const seen = points.some(([x, y]) => {
    const hit = document.elementFromPoint(x, y);
    return hit && (element.contains(hit) || hit.closest("label")?.control === element);
  });
  // A dot of the map has no inside: its picture is hit, or the dot upon it.
  return seen || element.closest(".map") ? "" : element.outerHTML.slice(0, 120);
}"""


@pytest.mark.parametrize("key", ["Tab", "Shift+Tab"])
@pytest.mark.parametrize("name", ["animal", "quakes", "quake", "breeds"])
def test_the_focus_is_never_covered(visit: Visit, name: str, key: str) -> None:
    """2.4.11: not by sticky elements."""
    page = visit(width=1280)
    page.set_viewport_size({"width": 1280, "height": 480})
    page.goto(PAGES[name])
    covered = []
    for _ in range(120):
        page.keyboard.press(key)
        found = page.evaluate(OBSCURED)
        if found is None:
            break
        covered += [found] if found else []
    assert covered == []


ANIMATIONS = """() => {
  document.querySelector("main").className = "waiting";
  return document.getAnimations().length;
}"""


@pytest.mark.parametrize("motion, count", [("no-preference", 1), ("reduce", 0)])
def test_nothing_moves_for_those_who_ask_for_that(visit: Visit, motion: str, count: int) -> None:
    """2.3.3: only the progress indicator moves."""
    page = visit(reduced_motion=motion)
    page.goto("/animals")
    assert page.evaluate("document.getAnimations().length") == 0
    assert page.evaluate(ANIMATIONS) == count


NAMED = {
    "button", "checkbox", "combobox", "dialog", "graphics-document", "heading", "image", "link",
    "menuitem", "navigation", "radio", "region", "search", "searchbox", "spinbutton", "textbox",
    "DisclosureTriangle", "Date", "radiogroup",
}  # fmt: skip
LANDMARKS = {"banner", "contentinfo", "dialog", "main", "navigation", "region", "search"}


def tree(page: Page) -> list[tuple[str, str, int]]:
    """Returns the accessibility tree: roles, names, levels of headings."""
    client = page.context.new_cdp_session(page)
    nodes = client.send("Accessibility.getFullAXTree")["nodes"]
    client.detach()
    by_id = {node["nodeId"]: node for node in nodes}
    found = []
    waiting = [nodes[0]]
    while waiting:
        node = waiting.pop()
        waiting += [by_id[key] for key in reversed(node.get("childIds", [])) if key in by_id]
        if node["ignored"]:
            continue
        level = next((p["value"]["value"] for p in node["properties"] if p["name"] == "level"), 0)
        name = str(node.get("name", {}).get("value", ""))
        found.append((str(node["role"]["value"]), name, int(level)))
    return found


def test_everything_has_a_name(visit: Visit) -> None:
    """4.1.2 and 1.1.1: all controls and images, on all pages."""
    page = visit()
    nameless = {}
    for name, path in PAGES.items():
        page.goto(path)
        roles = [role for role, text, _ in tree(page) if role in NAMED and not text.strip()]
        nameless |= {name: roles} if roles else {}
    assert nameless == {}


OUTLINES = {
    "animal": [
        "banner",
        "navigation Guides",
        "main",
        "h1 Animals",
        "search Search animals",
        "region Categories",
        "h2 Categories",
        "region Mammal",
        "h2 Mammal",
        "region Red kangaroo",
        "h2 Red kangaroo",
        "h3 Changes",
    ],
    "edit": [
        "main",
        "dialog Edit animal",
        "h2 Edit animal",
    ],
    "quakes": [
        "banner",
        "navigation Guides",
        "main",
        "h1 Earthquakes",
        "search Town or country",
        "navigation Questions",
        "region Events: newest first",
        "h2 Events: newest first",
        "region Charts",
    ],
    "breeds": [
        "banner",
        "navigation Guides",
        "main",
        "h1 Dogs",
        "search Search breeds",
    ],
    "breed": [
        "banner",
        "navigation Guides",
        "main",
        "h1 Afghan Hound",
        "region 3 varieties of Hound",
        "h2 3 varieties of Hound",
    ],
    "photos": [
        "banner",
        "navigation Guides",
        "main",
        "h1 Photos",
        "search Search photos",
    ],
    "missing": [
        "banner",
        "navigation Guides",
        "main",
        "h1 Page not found",
        "search Search everything",
        "contentinfo",
    ],
}


@pytest.mark.parametrize("name", OUTLINES)
def test_the_outline(visit: Visit, name: str) -> None:
    """1.3.1 and 2.4.6: landmarks and headings, in the order of the page."""
    page = visit()
    page.goto(PAGES[name])
    outline = [
        f"h{level} {text}" if role == "heading" else f"{role} {text}".strip()
        for role, text, level in tree(page)
        if role in LANDMARKS or role == "heading"
    ]
    assert outline == OUTLINES[name]
