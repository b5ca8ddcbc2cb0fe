"""Unknown and malformed addresses."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

import web
from server import Server
from windows import Opener

GUIDES = ["Animals", "Earthquakes", "Dogs", "Photos"]


@pytest.mark.parametrize(
    ("address", "status", "says", "ways"),
    [
        (
            "/animals?category=Mammal&animal=Unicorn",
            404,
            "It may have been deleted",
            ["Mammal", "All animals", "Front page"],
        ),
        ("/animals?animal=Unicorn&dialog=edit", 404, "It may have been deleted", ["All animals", "Front page"]),
        ("/animals?category=Fabulous", 404, "“Fabulous”", ["All animals", "Front page"]),
        ("/animals?category=%3Cb%3E%26amp;", 404, "“<b>&amp;”", ["All animals", "Front page"]),
        ("/unicorns", 404, "no page", ["Front page", *GUIDES]),
        ("/animals/unicorns", 404, "no page", ["Animals", "Front page", *GUIDES[1:]]),
        ("/static/unicorn.css", 404, "no page", ["Front page"]),
        ("/animals?dialog=upside-down", 400, "“dialog” is “upside-down”", ["Front page"]),
        ("/animals?notice=%3Ci%3E", 400, "“notice” is “<i>”", ["Front page"]),
        ("/animals?dialog=add&dialog=edit", 400, "“dialog” is given more than once", ["Front page"]),
        ("/animals?dialog=edit", 400, "“animal” is missing", ["Front page"]),
        ("/animals?category=%FF", 400, "UTF-8", ["Front page"]),
        ("/..%2fPackage.swift", 400, "encoded slash", ["Front page"]),
    ],
)
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


@pytest.mark.parametrize("field", ["Origin", "Sec-Fetch-Site"])
def test_a_form_on_another_site_changes_nothing(
    open_page: Opener, fresh_server: Server, field: str
) -> None:
    """The post is rejected with a reason, and nothing is deleted."""
    page = open_page(fresh_server.url)
    value = {"Origin": "http://evil.example", "Sec-Fetch-Site": "cross-site"}[field]
    answer = page.request.post(
        web.DELETE, form=web.deletion(fresh_server.url, "Dog"), headers={field: value}
    )
    assert answer.status == 403
    assert "other site" in answer.text() or "another site" in answer.text()
    assert web.send(fresh_server.url + "/animals?animal=Dog").status == 200
