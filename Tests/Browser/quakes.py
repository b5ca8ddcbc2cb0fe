"""The guide of quakes, without a browser and as a person uses it."""

from __future__ import annotations

import json
import re
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from playwright.sync_api import Locator, Page, expect

import web
from server import Server

PATH = "/quakes"
REFRESH = "/quakes/quakeList/onTapRefreshQuakesButton"
DELETE = "/quakes/quakeList/onTapDeleteSelectedQuakeButton"
DELETE_ALL = "/quakes/quakeList/onTapDeleteAllQuakesButton"


def address(**query: object) -> str:
    """An address of the page. A "-" in a name is written as "_"."""
    return PATH + _query(query)


def export(format_: str, **query: object) -> str:
    """An address of an export of the same filter."""
    return f"{PATH}.{format_}{_query(query)}"


def _query(query: dict[str, object]) -> str:
    return web.address("", **{name.replace("_", "-"): str(value) for name, value in query.items()})


def query_of(url: str) -> dict[str, str]:
    """The query of an address, decoded."""
    items = parse_qsl(urlsplit(url).query, keep_blank_values=True)
    assert len(dict(items)) == len(items), url
    return dict(items)


def refresh(server: Server, range_: str = "allWeek", **query: object) -> web.Response:
    """Has the program fetch a feed, and waits for that."""
    return web.send(server.url + REFRESH + _query(query), {"range": range_})


def features(server: Server, **query: object) -> list[dict[str, Any]]:
    """All quakes of a filter, in order, by the export."""
    answer = web.send(server.url + export("geojson", **query))
    assert answer.status == 200, answer.text
    return json.loads(answer.text)["features"]


def ids(server: Server, **query: object) -> list[str]:
    """Their ids."""
    return [feature["id"] for feature in features(server, **query)]


def get(server: Server, **query: object) -> web.Response:
    """The page as it is sent."""
    return web.send(server.url + address(**query))


def counts(html: str) -> tuple[int, int]:
    """How many quakes a page says that are listed, and stored."""
    found = re.search(r"<strong>([\d,]+) of ([\d,]+)</strong>", html)
    assert found is not None, html
    listed, stored = (int(number.replace(",", "")) for number in found.groups())
    return listed, stored


def row_ids(html: str) -> list[str]:
    """The ids of the rows of a page as it is sent."""
    return re.findall(r'<a class="row" id="q-([^"]*)"', html)


def listed(page: Page) -> list[str]:
    """The ids of the rows that a browser shows."""
    return page.locator(".rows .row").evaluate_all("rows => rows.map(row => row.id.slice(2))")


def row(page: Page, quake: str) -> Locator:
    """The row of a quake."""
    return page.locator(f'[id="q-{quake}"]')


def current(page: Page) -> list[str]:
    """The ids of the rows that say that they are current."""
    return page.locator(".rows [aria-current=true]").evaluate_all(
        "rows => rows.map(row => row.id.slice(2))"
    )


def unfold(page: Page, name: str = "Set filter") -> None:
    """Shows what a narrow window folds."""
    fold = page.locator("details.fold").filter(has=page.get_by_text(name, exact=True))
    if fold.get_attribute("open") is None and fold.locator("> summary").is_visible():
        fold.locator("> summary").click()


def choose(page: Page, menu: str, item: str) -> None:
    """Opens a menu, and takes something of it."""
    opened = page.locator("details.menu").filter(has=page.locator("summary", has_text=menu))
    opened.locator("summary").click()
    opened.get_by_role("button", name=item).or_(opened.get_by_role("link", name=item)).click()


def follow_map_link(page: Page, name: str) -> None:
    """Takes one of the links below the map."""
    before = page.url
    page.get_by_role("navigation", name="Map view").get_by_role("link", name=name).click()
    expect(page).not_to_have_url(before)


def fact(page: Page, name: str) -> Locator:
    """What the panel says of the selected quake."""
    term = page.locator("dt", has_text=re.compile(f"^{re.escape(name)}$"))
    return page.locator("#quake-detail .facts > div").filter(has=term).locator("dd")


def notice(page: Page) -> Locator:
    """What the page says of the last post."""
    return page.get_by_role("main").get_by_role("status")


def expect_counts(page: Page, shown: int, stored: int) -> None:
    """Both of them, in the sentence."""
    expect(page.locator("#said strong")).to_have_text(f"{shown:,} of {stored:,}")


def without(url: str, *names: str) -> dict[str, str]:
    """The query of an address, less some of it."""
    return {name: value for name, value in query_of(url).items() if name not in names}


def magnitudes(html: str) -> dict[str, str]:
    """The magnitude that each row of a page as it is sent shows."""
    badge = r'id="q-([^"]*)"[^>]*><span class="mag[^>]*><span[^>]*>[^<]*</span>([^<]*)<'
    return dict(re.findall(badge, html))
