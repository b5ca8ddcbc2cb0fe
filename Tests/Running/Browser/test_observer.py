"""The observer of all pages detects forbidden behaviour."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from observer import Observer
from server import Server


@pytest.mark.parametrize(
    ("misdeed", "noticed"),
    [
        ("document.body.setAttribute('style', 'color: red')", "policy: style-src"),
        (
            "document.body.append(Object.assign(new Image(), {src: 'http://127.0.0.2:9/'}))",
            "policy: img-src",
        ),
        ("document.body.append(Object.assign(new Image(), {src: '/unicorn.png'}))", "console: "),
        ("setTimeout(() => { throw new Error('unexpected') })", "error: unexpected"),
        ("console.error('spoken')", "console: spoken"),
    ],
    ids=["inline-style", "other-origin", "missing-file", "exception", "console"],
)
def test_notices(browser: Browser, server: Server, misdeed: str, noticed: str) -> None:
    """Each kind of forbidden behaviour."""
    with browser.new_context(base_url=server.url) as context:
        page = context.new_page()
        observer = Observer(page, server.url)
        page.goto("/animals")
        assert observer.problems == []
        page.evaluate(misdeed)
        # Polls frame by frame, for a limited time.
        for _ in range(300):
            if any(noticed in problem for problem in observer.problems):
                return
            page.evaluate("() => new Promise(requestAnimationFrame)")
    raise AssertionError(f"only {observer.problems} was noticed")
