"""The manifest as a browser reads it."""

from __future__ import annotations

from playwright.sync_api import Page


def test_a_browser_understands_the_manifest(page: Page) -> None:
    """It reports no error in it. What it contains is checked in Tests/Program."""
    page.goto("/")
    client = page.context.new_cdp_session(page)
    manifest = client.send("Page.getAppManifest")
    assert '"Fieldguide"' in manifest["data"]
    assert manifest["errors"] == []
