"""Finds content that does not fit into the window."""

from __future__ import annotations

from playwright.sync_api import Page

from windows import HEIGHTS

# Horizontal overflow of the document, or of a part that scrolls separately,
# like a dialog. Only the strip of presets is meant to scroll sideways.
SIDEWAYS = """() => [document.scrollingElement, ...document.querySelectorAll("*")]
  .filter(element => element === document.scrollingElement
    || ["auto", "scroll"].includes(getComputedStyle(element).overflowX))
  .filter(element => !element.matches(".presets, .said"))
  .filter(element => element.scrollWidth > Math.min(element.clientWidth, innerWidth))
  .map(element => `${element.tagName}.${element.className}: ${element.scrollWidth}`)"""

# Text outside the window, except text for screen readers only, the rest of the strip of
# presets, and marks in names of rows, which are clipped with them.
OUTSIDE = """() => [...document.querySelectorAll("body *")]
  .filter(element => element.checkVisibility() && element.childElementCount === 0)
  .filter(element => !element.closest(".vh, .skip, svg, option, .presets, .said, .row-name > *"))
  .filter(element => {
    const box = element.getBoundingClientRect();
    return box.left < 0 || box.right > innerWidth;
  })
  .map(element => `${element.tagName}.${element.className}: ${element.textContent}`)"""


def overflow(page: Page) -> list[str]:
    """Returns overflowing content, in windows of all widths."""
    found = []
    for width, height in HEIGHTS.items():
        page.set_viewport_size({"width": width, "height": height})
        outside = page.evaluate(f"[...({SIDEWAYS})(), ...({OUTSIDE})()]")
        found += [f"{width}: {description}" for description in outside]
    return found
