"""A visitor with one hand, in Chromium and Firefox: controls are found by their names and have to
be reachable, and steps are counted."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

import pytest
from playwright.sync_api import Browser, Error, Page

import web
from firefox import FIREFOX, Firefox, FirefoxError
from windows import HEIGHTS

BROWSERS = [
    "chromium",
    pytest.param("firefox", marks=pytest.mark.skipif(FIREFOX is None, reason="needs Firefox, or FIELDGUIDE_FIREFOX")),
]

# Marks the control with a name that a visitor can reach: shown, not covered, not inert. Names
# are those of links, buttons, options, fields and boxes.
MARK = """((name, kinds) => {
  for (const one of document.querySelectorAll("[data-hand]")) one.removeAttribute("data-hand");
  const words = text => (text ?? "").trim().replace(/\\s+/g, " ");
  const names = one => [one.ariaLabel, one.labels?.[0]?.innerText, one.innerText, one.title].map(words);
  const isReached = one => {
    const shown = one.closest("select") ?? one;
    if (!shown.checkVisibility({visibilityProperty: true})) return false;
    shown.scrollIntoView({block: "nearest"});
    const box = shown.getBoundingClientRect();
    const hit = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    return !!hit && (shown.contains(hit) || [...shown.labels ?? []].some(label => label.contains(hit)));
  };
  const controls = [...document.querySelectorAll(kinds)].filter(one => !one.disabled && one.ariaDisabled !== "true");
  const found = controls.filter(one => names(one).includes(name)).find(isReached)
    ?? controls.filter(one => names(one).some(text => text.startsWith(name + " "))).find(isReached);
  found?.setAttribute("data-hand", "");
  return !!found;
})"""
CONTROLS, OPTIONS = "a, button, summary, input:not([type=hidden]), select", "option"
HAND = "[data-hand]"
TEXT = "document.getElementById('main')?.innerText ?? ''"
STRIP = """[...document.querySelectorAll('#live, .notice[role=status]')].map(one => one.innerText).join()"""


class Tab(Protocol):
    """What a hand does in either browser."""

    def open(self, url: str) -> None: ...
    def evaluate(self, expression: str) -> object: ...
    def click(self, selector: str) -> None: ...
    def click_with_shift(self, selector: str) -> None: ...
    def enter(self, selector: str, text: str) -> None: ...
    def escape(self) -> None: ...


@dataclass
class ChromiumTab:
    """A tab of Chromium, with the methods of Firefox."""

    page: Page

    def open(self, url: str) -> None:
        self.page.goto(url)

    def evaluate(self, expression: str) -> object:
        return self.page.evaluate(f"() => {expression}")

    def click(self, selector: str) -> None:
        one = self.page.locator(selector)
        if one.evaluate("one => one.localName", timeout=2_000) == "option":
            select = one.locator("xpath=ancestor::select")
            select.select_option(one.get_attribute("value") or one.inner_text())
        else:
            one.click(timeout=2_000)

    def click_with_shift(self, selector: str) -> None:
        self.page.locator(selector).click(modifiers=["Shift"], timeout=2_000)

    def enter(self, selector: str, text: str) -> None:
        self.page.locator(selector).fill(text, timeout=2_000)
        self.page.keyboard.press("Enter")

    def escape(self) -> None:
        self.page.keyboard.press("Escape")


@dataclass
class Hand:
    """A visitor, who finds controls by their names, and whose steps are counted."""

    tab: Tab
    steps: list[str] = field(default_factory=list)

    def click(self, name: str) -> None:
        """Clicks a control."""
        self._do(name, self.tab.click)

    def click_with_shift(self, name: str) -> None:
        """Clicks a control with the key that selects a range."""
        self._do(name, self.tab.click_with_shift)

    def choose(self, name: str, option: str) -> None:
        """Opens a field, and chooses one of its options."""
        self._do(name, lambda _: None)
        self._do(option, self.tab.click, OPTIONS)

    def enter(self, name: str, text: str) -> None:
        """Clicks a field, and types a text and Enter."""
        self.steps.append(name)
        self._do(name, lambda selector: self.tab.enter(selector, text))

    def sees(self, text: str, within: str = TEXT) -> None:
        """Expects a text."""
        self.until(f"{within}", lambda shown: text in str(shown))

    def arrives(self, part: str) -> None:
        """Expects a page by a part of its address."""
        self.sees(part, "document.readyState === 'complete' && location.href")

    def until(self, expression: str, holds: Callable[[object], bool]) -> None:
        """Waits for the value of an expression, through navigations."""

        def has_become() -> bool:
            try:
                shown.append(self.tab.evaluate(expression))
                return holds(shown[-1])
            except (Error, FirefoxError):
                return False

        shown: list[object] = []
        try:
            web.until(has_become, within=20, every=0.1)
        except AssertionError as error:
            raise AssertionError(f"after {self.steps}: {expression[-300:]} is {shown[-1:]}") from error

    def _do(self, name: str, action: Callable[[str], None], kinds: str = CONTROLS) -> None:
        def is_done() -> bool:
            try:
                if not self.tab.evaluate(f"{MARK}({name!r}, {kinds!r})"):
                    return False
                action(HAND)
            except (Error, FirefoxError):
                # Another document has come.
                return False
            return True

        try:
            web.until(is_done, within=20, every=0.1)
        except AssertionError as error:
            raise AssertionError(f"after {self.steps}: nothing reachable is named {name}") from error
        self.steps.append(name)


@contextmanager
def tab_of(kind: str, browser: Browser, profile: Path) -> Iterator[Tab]:
    """Opens a window of either browser."""
    if kind == "firefox":
        profile.mkdir()
        firefox = Firefox(profile)
        try:
            yield firefox
        finally:
            firefox.close()
        return
    context = browser.new_context(viewport={"width": 1280, "height": HEIGHTS[1280]})
    yield ChromiumTab(context.new_page())
    context.close()
