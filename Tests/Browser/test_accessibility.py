"""Every state of the site passes axe-core."""

from __future__ import annotations

import pytest

from accessibility import violations
from server import Server
from states import STATES, State
from windows import Opener, show


@pytest.mark.parametrize("state", STATES, ids=lambda state: state.name)
def test_axe_finds_no_violation(open_page: Opener, stage: Server, state: State) -> None:
    """In light and dark, on a desk and on a phone."""
    page = open_page(stage.url)
    show(state, page, stage.url)
    assert violations(page) == []


def test_axe_sees_violations(open_page: Opener, server: Server) -> None:
    """In a page of ours that was spoilt: axe runs, and it sees both schemes
    and both widths."""
    page = open_page(server.url)
    page.goto("/animals")
    page.locator("html").evaluate("html => html.removeAttribute('lang')")
    found = violations(page)
    assert [text.split(":")[0] for text in found] == [
        "light, 1280",
        "light, 390",
        "dark, 1280",
        "dark, 390",
    ]
    assert all("html-has-lang" in text for text in found)
