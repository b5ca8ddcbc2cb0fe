"""Positions on the displayed map."""

from __future__ import annotations

from dataclasses import dataclass

from playwright.sync_api import Locator, Page

# The points of a path, which are lines without length, in pixels of the window.
POINTS = """path => {
  const matrix = path.getScreenCTM();
  const points = [];
  let x = 0, y = 0;
  for (const [, command, right, down] of path.getAttribute("d")
      .matchAll(/([Mm])(-?[\\d.]+)[ ]?(-?[\\d.]+)h0/g)) {
    x = (command === "m" ? x : 0) + Number(right);
    y = (command === "m" ? y : 0) + Number(down);
    const point = new DOMPoint(x, y).matrixTransform(matrix);
    points.push([point.x, point.y]);
  }
  return points;
}"""

MAP = "#quake-map .base"


def points(path: Locator) -> list[tuple[float, float]]:
    """Returns the positions of a path's points in the window."""
    return [(x, y) for x, y in path.evaluate(POINTS)]


def ring(page: Page, path: Locator | None = None) -> tuple[float, float]:
    """Returns the position of the ring around the selected earthquake, or of another
    single point."""
    (point,) = points(path or page.locator(".here .ring"))
    return point


def show(page: Page, path: Locator) -> tuple[float, float]:
    """Scrolls a point into the window, and returns its position."""
    page.locator("#quake-map").scroll_into_view_if_needed()
    path.evaluate(
        "path => path.closest('.frame').scrollIntoView({block: 'center', inline: 'center'})"
    )
    (point,) = points(path)
    return point


def pin(page: Page, quake: str) -> Locator:
    """Returns the clickable area of an earthquake."""
    found = "".join(f'[href*="quake={quake}{end}"], ' for end in "#&").removesuffix(", ")
    return page.locator(f".pin:is({found}) path")


def click_pin(page: Page, quake: str) -> None:
    """Selects an earthquake on the map."""
    x, y = show(page, pin(page, quake))
    with page.expect_navigation():
        page.mouse.click(x, y)


def view_box(page: Page) -> list[float]:
    """Returns the displayed part of the world: left, top, width, height."""
    text = page.locator(MAP).get_attribute("viewBox") or ""
    return [float(number) for number in text.split()]


@dataclass(frozen=True)
class Frame:
    """The position of the map in the window."""

    x: float
    y: float
    width: float
    height: float


def frame(page: Page) -> Frame:
    """Returns the box of the map in pixels."""
    box = page.locator(MAP).bounding_box()
    assert box is not None
    return Frame(**box)
