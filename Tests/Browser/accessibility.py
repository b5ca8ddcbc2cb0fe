"""Runs axe-core on the page that is shown."""

from __future__ import annotations

from typing import Any, Literal

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

from windows import HEIGHTS

Scheme = Literal["light", "dark"]

ALL: list[tuple[Scheme, int]] = [("light", 1280), ("light", 390), ("dark", 1280), ("dark", 390)]
OPTIONS = {
    "resultTypes": ["violations"],
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
}

SCHEMES: dict[Scheme, dict[str, Any]] = {
    "light": OPTIONS,
    "dark": {
        "resultTypes": ["violations"],
        "runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]},
    },
}


def violations(
    page: Page,
    modes: list[tuple[Scheme, int]] = ALL,
    rules: list[str] | None = None,
) -> list[str]:
    """What axe-core finds, in each colour scheme and width: of these rules, or
    of all that WCAG has and some more."""
    options = OPTIONS | ({"runOnly": {"type": "rule", "values": rules}} if rules else {})
    found = []
    page.evaluate(AXE_SCRIPT)
    for scheme, width in modes:
        page.emulate_media(color_scheme=scheme)
        page.set_viewport_size({"width": width, "height": HEIGHTS[width]})
        results = page.evaluate("options => axe.run(options)", options)
        found += [
            f"{scheme}, {width}: {description}"
            for violation in results["violations"]
            for description in _described(violation)
        ]
    return found


class Checker:
    """Runs axe-core on the page that is shown in both colour schemes: all of
    its rules in one, and what depends on colours in the other."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def __call__(self) -> list[str]:
        """What is wrong."""
        self.page.evaluate(AXE_SCRIPT)
        found = []
        for scheme, options in SCHEMES.items():
            self.page.emulate_media(color_scheme=scheme)
            results = self.page.evaluate("options => axe.run(options)", options)
            found += [
                f"{scheme}: {description}"
                for violation in results["violations"]
                for description in _described(violation)
            ]
        return found


def _described(violation: dict[str, Any]) -> list[str]:
    return [
        f"{violation['id']}: {node['html']}: {node['failureSummary']}"
        for node in violation["nodes"]
    ]
