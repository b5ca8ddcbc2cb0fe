"""The focus returns to what has opened a dialog, in all guides and both browsers: after Escape,
Cancel and Save. Without scripts and on phones: test_keyboard.py."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Browser

import quakes
import web
from events import SAMPLES, feed
from feeds import FeedServer
from hands import BROWSERS, Hand, tab_of
from program_fixtures import needs_example
from server import serving
from test_examples import add_people

DIALOG = "!!document.querySelector('.dialog')"
# The name of what has the focus. A document whose body has not come yet has no active element.
FOCUSED = """(one => one?.matches(".notice") ? "notice"
  : (one?.ariaLabel ?? one?.innerText ?? "").trim().replace(/\\s+/g, " "))(document.activeElement)"""
ADDED = {
    "animals": {"[name=name]": "Okapi", "[value=Herbivore]": "Herbivore"},
    "loans": {"[name=title]": "Dune", "[name=borrower]": "p0", "[name=lent]": "2026-03-06", "[name=due]": "2026-03-20"},
}
# The controls that open a dialog, the one that saves, and what then has the focus.
ADD, EDIT = (["Add {one}"], "Save", "Add {one}"), (["Edit"], "Save", "Edit")
DIALOGS = {
    "animals": ("/animals?category=Mammal&animal=Dog", "animal", [
        ADD, EDIT, (["More", "Import…"], None, ""), (["More", "Reset sample data…"], "Yes, reset sample data", "More"),
    ]),
    "photos": ("/photos", "photo", [(["More", "Write a banner"], "Save", "More")]),
    "quakes": ("/quakes?date=any&type=any", "", [(["More", "Delete all"], "Yes, delete all", "notice")]),
    "loans": ("/loans?record=l1", "loan", [ADD, EDIT, (["More", "Import…"], None, "")]),
}  # fmt: skip


@pytest.fixture
def url(request: pytest.FixtureRequest, tmp_path: Path, feeds: FeedServer) -> Iterator[str]:
    """A site with the guide of the test."""
    with ExitStack() as stack:
        if request.param == "loans":
            server = stack.enter_context(serving(tmp_path / "data", example="Loans"))
            add_people(server)
            form = {"id": "l1", "title": "Emma", "borrower": "p0", "lent": "2026-03-06", "due": "2026-03-20", "note": ""}
            assert web.send(server.url + "/loans/editor/add", form=form).status == 303
        else:
            feeds.serve(all_week=feed(SAMPLES))
            server = stack.enter_context(serving(tmp_path / "data", feeds=feeds.url, options=["--sample"]))
            quakes.refresh(server)
        yield server.url


@pytest.mark.parametrize("kind", BROWSERS)
@pytest.mark.parametrize(
    ("url", "guide"),
    [pytest.param(guide, guide, id=guide, marks=[needs_example("Loans")] if guide == "loans" else [])
     for guide in DIALOGS],
    indirect=["url"],
)  # fmt: skip
def test_the_focus_returns(browser: Browser, tmp_path: Path, url: str, guide: str, kind: str) -> None:
    """To the control, or to the notice if the place is gone."""
    address, one, dialogs = DIALOGS[guide]
    with tab_of(kind, browser, tmp_path / "profile") as tab:
        hand = Hand(tab)

        def returns(openers: list[str], end: Callable[[], None], after: str) -> None:
            tab.open(url + address)
            for opener in openers:
                hand.click(opener.format(one=one))
            hand.until(DIALOG, bool)
            end()
            hand.until(DIALOG, lambda is_open: is_open is False)
            hand.until(FOCUSED, lambda focused: focused == after.format(one=one))

        def save(opener: str, confirm: str) -> None:
            for selector, value in ADDED[guide].items() if opener.startswith("Add") else ():
                field = f"document.querySelector({'.dialog ' + selector!r})"
                tab.evaluate(f"({field}.checked = true, {field}.value = {value!r})")
            hand.click(confirm)

        for openers, confirm, after in dialogs:
            returns(openers, tab.escape, openers[0])
            returns(openers, lambda: hand.click("Cancel"), openers[0])
            if confirm:
                returns(openers, partial(save, openers[0], confirm), after)
