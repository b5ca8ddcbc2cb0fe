"""Everything works with the keyboard alone."""

from __future__ import annotations

import pytest
from playwright.sync_api import Error, Page, expect

import people
import web
from server import Server
from windows import Opener

# Beyond the last element the browser itself has the focus.
OUTSIDE = "(outside)"

# The focused element: its accessible name, and whether its focus ring and the
# element itself are visible. Controls are named by a label or their own text,
# and bars of a chart by an attribute.
FOCUSED = """() => {
  const element = document.activeElement;
  if (!element || element === document.body) return null;
  const box = element.getBoundingClientRect();
  const style = getComputedStyle(element);
  const hit = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  const label = element.labels?.[0] ?? element;
  return {
    name: element.ariaLabel ?? label.textContent.trim().replace(/\\s+/g, " "),
    isOutlined: style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2
      && style.outlineColor !== "rgba(0, 0, 0, 0)",
    isSeen: box.width > 1 && box.height > 1 && box.top >= 0 && box.bottom <= innerHeight
      && (element === hit || element.contains(hit)),
  };
}"""


def walk(page: Page, key: str = "Tab", *, limit: int = 60) -> list[str]:
    """Presses a key until the focus leaves the page, and returns the focused elements."""
    stops = []
    for _ in range(limit):
        page.keyboard.press(key)
        focused = page.evaluate(FOCUSED)
        if focused is None:
            return stops
        assert focused["isOutlined"], focused
        assert focused["isSeen"], focused
        stops.append(focused["name"])
    raise AssertionError(f"the focus never leaves the page: {stops}")


def open_at_focus(page: Page, address: str) -> None:
    """Opens a page with a focused element, and waits for the focus, which the browser may
    set after the page is loaded."""
    page.goto(address)
    page.wait_for_function("![null, document.body].includes(document.activeElement)")


CHROME = [
    "Skip to content", "Fieldguide", "Animals", "Earthquakes", "Dogs", "Photos", "Search",
]  # fmt: skip
HEAD = ["Search animals", "Add animal", "More"]
CATEGORIES = [
    "All animals6 animals",
    "Amphibian1 animal",
    "Bird1 animal",
    "Fish0 animals",
    "Invertebrate0 animals",
    "Mammal4 animals",
    "Reptile0 animals",
]
MAMMALS = [
    "Select",
    "Skip the list",
    "CatCarnivore",
    "DogCarnivore",
    "Red kangarooHerbivore",
    "Southern gibbonHerbivore",
    "By name",
]


@pytest.mark.parametrize(("link", "left"), [("Add animal", "Mammal"), ("Edit", "Dog")])
def test_escape_closes_an_untouched_editor(page: Page, link: str, left: str) -> None:
    """An editor with something typed into it: test_live_script.py."""
    page.goto("/animals?category=Mammal&animal=Dog")
    page.get_by_role("link", name=link, exact=True).first.click()
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.get_by_role("heading", name=left, exact=True)).to_be_visible()


# The focused element, by its name without what is hidden; its role if it is a notice.
FOCUS = """() => {
  const one = document.activeElement;
  return one.matches(".notice") ? "notice" : one === document.body ? "nothing" : one.innerText.trim().replace(/\\s+/g, " ");
}"""


def focused(page: Page) -> str:
    """Returns what has the focus; nothing while another page comes."""
    try:
        return page.evaluate(FOCUS)
    except Error:
        return ""


PLACES = {"animals": "/animals?category=Mammal&animal=Dog", "empty list": "/animals?category=Fish"}
DIALOGS = [
    ("animals", "Add animal", "Save", "Add animal"), ("animals", "Edit", "Save", "Edit"),
    ("animals", "Delete…", "Yes, delete Dog", "notice"), ("empty list", "Add animal", "Save", "Add animal"),
    ("animals", "Import…", None, "More"), ("animals", "Reset sample data…", None, "More"),
]  # fmt: skip


@pytest.mark.parametrize("width", [1280, 390])
@pytest.mark.parametrize("script", [True, False], ids=["script", "no-script"])
@pytest.mark.parametrize(("place", "opener", "confirm", "after"), DIALOGS, ids=lambda one: str(one))
def test_the_focus_returns_to_what_has_opened_a_dialog(
    open_page: Opener, fresh_server: Server, place: str, opener: str, confirm: str | None,
    after: str, *, script: bool, width: int,
) -> None:  # fmt: skip
    """After Escape, Cancel and Save; without script after Cancel, by the address. A narrow window
    may not show the place after Save: then it is the notice."""
    page = open_page(fresh_server.url, width=width, script=script)
    before = after if after != "notice" else "More"
    address = PLACES[place]
    if width == 390 and opener not in ("Edit", "Delete…"):
        # Where a narrow window shows the head.
        address = address.removesuffix("&animal=Dog")

    def open_dialog() -> None:
        page.goto(address)
        if before == "More":
            page.locator("#open-delete" if opener == "Delete…" else "#more").click()
        link = page.get_by_role("main").get_by_role("link", name=opener, exact=True)
        link.locator("visible=true").last.click()
        expect(page.locator(".dialog")).to_be_visible()

    def expect_focus(*names: str) -> None:
        expect(page.locator(".dialog")).to_have_count(0)
        web.until(lambda: focused(page) in names, within=10)

    if script:
        open_dialog()
        page.keyboard.press("Escape")
        expect_focus(before)
    if script or opener not in ("Import…", "Reset sample data…"):
        open_dialog()
        page.locator(".dialog").get_by_role("link", name="Cancel").click()
        expect_focus(before)
    if script and confirm:
        open_dialog()
        if opener == "Add animal":
            page.get_by_label("Name").fill("Okapi")
            page.get_by_label("Herbivore").check()
        page.get_by_role("button", name=confirm, exact=True).click()
        expect_focus(after, *(["notice"] if width == 390 else []))


@pytest.mark.parametrize("width", [1280, 390])
def test_the_focus_returns_to_the_buttons_of_a_selection(
    open_page: Opener, fresh_server: Server, width: int
) -> None:
    """Whose dialogs are the answers to a form."""
    page = open_page(fresh_server.url, width=width)
    page.goto("/animals?category=Mammal&select=all")
    page.get_by_role("button", name="Delete 4…").click()
    expect(page.locator(".dialog")).to_be_visible()
    page.keyboard.press("Escape")
    web.until(lambda: focused(page) == "Delete 4…", within=10)


def test_the_focus_returns_to_the_menu_of_the_earthquakes(
    open_page: Opener, stored: Server
) -> None:
    """Which has the item that deletes all. Cancel has the focus first."""
    page = open_page(stored.url)
    page.goto("/quakes?date=any&type=any")
    for key in ("Escape", "Enter"):
        page.get_by_role("button", name="More").click()
        page.get_by_role("link", name="Delete all").click()
        expect(page.locator(".dialog")).to_be_visible()
        page.keyboard.press(key)
        web.until(lambda: focused(page) == "More", within=10)


def test_tab_goes_through_the_page_in_order(page: Page) -> None:
    """From the skip link to the last button, each with a visible focus: in light here, in dark
    for the earthquakes."""
    page.emulate_media(color_scheme="light")
    page.goto("/animals?category=Mammal&animal=Dog")
    forth = walk(page)
    assert forth == [*CHROME, *HEAD, *CATEGORIES, *MAMMALS, *DETAIL]
    page.goto("/animals?category=Mammal&animal=Dog&notice=saved")
    assert walk(page) == forth


def test_tab_on_a_phone_skips_what_does_not_show(page: Page) -> None:
    """Hidden columns are skipped."""
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto("/animals?category=Mammal")
    assert walk(page) == [*CHROME, *HEAD, "Categories", *MAMMALS]


def test_the_skip_link_leads_to_the_content(page: Page) -> None:
    """After it, Tab continues in the content."""
    page.goto("/animals")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page).to_have_url(page.url.split("#")[0] + "#main")
    page.keyboard.press("Tab")
    assert page.evaluate(FOCUSED)["name"] == "Search animals"


DETAIL = ["Edit", "More", "All changes"]
FORM = ["Name", "Herbivore", "Category", "Note", "Cancel", "Save"]
ANOTHER = "Save and add another"


@pytest.mark.parametrize(
    ("query", "first", "rest", "all_stops"),
    [
        ("category=Mammal&dialog=add", "Name", [*FORM[1:], ANOTHER], [*FORM, ANOTHER]),
        (
            "animal=Dog&dialog=edit",
            "Name",
            ["Carnivore", *FORM[2:]],
            ["Name", "Carnivore", *FORM[2:]],
        ),
        ("animal=Dog&dialog=delete", "Cancel", ["Yes, delete Dog"], ["Cancel", "Yes, delete Dog"]),
        (
            "dialog=reload",
            "Cancel",
            ["Yes, reset sample data"],
            ["Cancel", "Yes, reset sample data"],
        ),
    ],
    ids=["add", "edit", "delete", "reload"],
)
def test_a_dialog_has_the_focus(
    page: Page, query: str, first: str, rest: list[str], all_stops: list[str]
) -> None:
    """The focus starts in the dialog, and stays in it."""
    open_at_focus(page, f"/animals?{query}")
    assert page.evaluate(FOCUSED)["name"] == first
    assert walk(page) == rest
    # Once around again: elements behind the dialog would come now.
    assert walk(page) == all_stops
    assert len(walk(page, "Shift+Tab")) >= len(all_stops) - 1


def test_a_dialog_is_all_there_is_for_a_screen_reader(page: Page) -> None:
    """Chromium's accessibility tree contains the dialog only."""
    page.goto("/animals?category=Mammal&animal=Dog&dialog=delete")
    session = page.context.new_cdp_session(page)
    nodes = session.send("Accessibility.getFullAXTree")["nodes"]
    controls = {
        node["name"]["value"]
        for node in nodes
        if not node["ignored"] and node["role"]["value"] in ("link", "button")
    }
    assert controls == {"Cancel", "Yes, delete Dog"}


def test_an_animal_is_added_with_the_keyboard_alone(fresh_page: Page) -> None:
    """Tab, arrows, letters and Enter."""
    page = fresh_page
    open_at_focus(page, "/animals?category=Bird&dialog=add")
    page.keyboard.type("Kea")
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(people.outcome(page)).to_contain_text("Added Kea")
    expect(people.summary(page)).to_contain_text("Omnivore")
