"""The manifest as parsed by a browser."""

from __future__ import annotations

from playwright.sync_api import Page


def test_a_browser_understands_the_manifest(page: Page) -> None:
    """It reports no errors. The content is checked in Tests/Running/Program."""
    page.goto("/")
    client = page.context.new_cdp_session(page)
    manifest = client.send("Page.getAppManifest")
    assert '"Fieldguide"' in manifest["data"]
    assert manifest["errors"] == []
