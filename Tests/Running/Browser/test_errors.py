"""Unknown and malformed addresses. More of them: WebSiteTests/StatusTests.swift."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

GUIDES = ["Animals", "Earthquakes", "Dogs", "Photos"]


@pytest.mark.parametrize(
    ("address", "status", "says", "ways"),
    [
        ("/animals?category=Mammal&animal=Unicorn", 404, "It may have been deleted",
         ["Mammal", "All animals", "Front page"]),
        ("/animals?category=%3Cb%3E%26amp;", 404, "“<b>&amp;”", ["All animals", "Front page"]),
        ("/animals/unicorns", 404, "no page", ["Animals", "Front page", *GUIDES[1:]]),
        ("/animals?notice=%3Ci%3E", 400, "“notice” is “<i>”", ["Front page"]),
        ("/..%2fPackage.swift", 400, "encoded slash", ["Front page"]),
    ],
)  # fmt: skip
def test_an_error_page(page: Page, address: str, status: int, says: str, ways: list[str]) -> None:
    """The page gives the reason and has working links."""
    answer = page.goto(address)
    assert answer is not None and answer.status == status
    main = page.get_by_role("main")
    expect(page.locator("html")).to_have_attribute("lang", "en")
    expect(main.get_by_role("heading", level=1)).to_have_count(1)
    assert page.title() == main.get_by_role("heading", level=1).inner_text() + " - Fieldguide"
    expect(main).to_contain_text(says)
    expect(main).to_contain_text(str(status))
    assert main.get_by_role("link").all_inner_texts() == ways
    for way in main.get_by_role("link").all():
        target = way.get_attribute("href") or ""
        assert page.request.get(target).status == 200
