"""Runs axe-core on the current page."""

from __future__ import annotations

from typing import Any, Literal

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

from windows import HEIGHTS

Scheme = Literal["light", "dark"]
Mode = tuple[Scheme, int]

WIDE: list[Mode] = [("light", 1280), ("dark", 1280)]
# Each scheme and each width once.
BOTH: list[Mode] = [("light", 1280), ("dark", 390)]

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
# The rules whose result depends on the colour scheme.
COLOURS = ["color-contrast", "link-in-text-block"]


def violations(
    page: Page, modes: list[Mode] = BOTH, rules: list[str] | None = None
) -> list[str]:
    """Returns the violations that axe-core finds in each of these colour schemes and
    widths: of the given rules, or else of all rules once in each width, and of the colour
    rules in another scheme."""
    found: list[str] = []
    widths: set[int] = set()
    page.evaluate(AXE_SCRIPT)
    for scheme, width in modes:
        page.emulate_media(color_scheme=scheme)
        page.set_viewport_size({"width": width, "height": HEIGHTS[width]})
        selected = rules or (COLOURS if width in widths else TAGS)
        widths.add(width)
        options = {"resultTypes": ["violations"], "runOnly": selected}
        results = page.evaluate("options => axe.run(options)", options)
        found += [
            f"{scheme}, {width}: {description}"
            for violation in results["violations"]
            for description in _described(violation)
        ]
    return found


def _described(violation: dict[str, Any]) -> list[str]:
    return [
        f"{violation['id']}: {node['html']}: {node['failureSummary']}"
        for node in violation["nodes"]
    ]
