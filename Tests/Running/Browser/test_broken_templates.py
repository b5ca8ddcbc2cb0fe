"""A malformed template in development."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import expect

from server import Server
from windows import Opener


def test_a_malformed_template_is_reported_on_the_page(
    open_page: Opener, developed: Server, folders: Path
) -> None:
    """The last valid template stays in use, and open pages are updated."""
    page = open_page(developed.url)
    page.goto("/animals")
    expect(page.locator("#live")).to_have_attribute("data-state", "live")
    template = folders / "Templates/document.mustache"
    text = template.read_text()
    template.write_text(text.replace("{{title}}", "{{#title}}"))
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text("document.mustache has a syntax error in line")
    expect(page.get_by_role("heading", name="Animals")).to_be_visible()
    template.write_text(text.replace('<footer class="foot">', '<footer class="foot"><p>Another footer</p>'))
    expect(page.locator(".foot")).to_contain_text("Another footer")
    expect(alert).to_have_count(0)
