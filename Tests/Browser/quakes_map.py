"""Where things are on the map that a browser shows."""

from __future__ import annotations

from dataclasses import dataclass

from playwright.sync_api import Locator, Page

# Each point of a path, which are lines without length: from where to where
# the path moves. In pixels of the window.
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

MAP = "#quake-map svg >> nth=0"


def points(path: Locator) -> list[tuple[float, float]]:
    """Where the points of a path are in the window."""
    return [(x, y) for x, y in path.evaluate(POINTS)]


def ring(page: Page, path: Locator | None = None) -> tuple[float, float]:
    """Where the ring around the selected quake is, or another single point."""
    (point,) = points(path or page.locator(".here .ring"))
    return point


def show(page: Page, path: Locator) -> tuple[float, float]:
    """Scrolls a point into the window; where it is then."""
    page.locator("#quake-map").scroll_into_view_if_needed()
    path.evaluate(
        "path => path.ownerSVGElement.scrollIntoView({block: 'center', inline: 'center'})"
    )
    (point,) = points(path)
    return point


def pin(page: Page, quake: str) -> Locator:
    """What one points at to select a quake."""
    return page.locator(f'.pin[href*="quake={quake}#"] path')


def click_pin(page: Page, quake: str) -> None:
    """Selects a quake where it is on the map."""
    x, y = show(page, pin(page, quake))
    with page.expect_navigation():
        page.mouse.click(x, y)


def view_box(page: Page) -> list[float]:
    """The part of the world that is shown: left, top, width, height."""
    text = page.locator(MAP).get_attribute("viewBox") or ""
    return [float(number) for number in text.split()]


@dataclass(frozen=True)
class Frame:
    """Where the map is in the window."""

    x: float
    y: float
    width: float
    height: float


def frame(page: Page) -> Frame:
    """Its box, in pixels."""
    box = page.locator(MAP).bounding_box()
    assert box is not None
    return Frame(**box)
