"""The guide of breeds, with a local API. Outages: WebSiteTests/BreedsSiteTests.swift."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

import web
from dogs import DogServer
from observer import Observer
from program_fixtures import one_instance
from server import Server
from windows import HEIGHTS, Window


@pytest.fixture
def page(browser: Browser, dog_server: Server, dogs: DogServer, window: Window) -> Iterator[Page]:
    """A window that may load images of dogs, and nothing else from other sites."""
    context = browser.new_context(
        base_url=dog_server.url,
        java_script_enabled=window.script,
        viewport={"width": window.width, "height": HEIGHTS[window.width]},
    )
    page = context.new_page()
    observer = Observer(page, dog_server.url)
    yield page
    context.close()
    strangers = f"request to another origin: {dogs.origin}/pictures/"
    assert [problem for problem in observer.problems if not problem.startswith(strangers)] == []


def test_from_the_list_to_an_image(page: Page, dog_server: Server, dogs: DogServer) -> None:
    """From the list over a filter to a breed, a sub-breed and its images."""
    page.goto("/breeds")
    expect(page.get_by_text("6 breeds, 9 varieties")).to_be_visible()
    page.get_by_role("searchbox", name="Search breeds").fill("SHEP")
    page.get_by_role("searchbox", name="Search breeds").press("Enter")
    expect(page).to_have_url(f"{dog_server.url}/breeds?q=SHEP")
    expect(page.get_by_text("1 found")).to_be_visible()
    page.goto("/breeds?q=hound")
    names = page.locator("#breed-list .row-name").all_inner_texts()
    assert names[:2] == ["Hound", "Afghan Hound"] and names[-1] == "Wolfhound"
    assert page.locator("#breed-list mark").first.inner_text() == "Hound"
    page.get_by_role("link", name="Hound", exact=False).first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Hound")
    picture = page.get_by_role("img", name="A Hound")
    expect(picture).to_be_visible()
    source = picture.locator("img").last
    before = source.get_attribute("src")
    assert before and before.startswith(f"{dogs.origin}/pictures/hound-None-")
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Another picture").click()
    expect(source).not_to_have_attribute("src", before)
    page.get_by_role("link", name="Afghan").click()
    expect(page).to_have_url(f"{dog_server.url}/breeds?q=hound&breed=hound&sub=afghan")
    expect(page.get_by_role("heading", level=1)).to_have_text("Afghan Hound")
    expect(page.get_by_role("img", name="An Afghan Hound")).to_be_visible()
    page.locator("main .back").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Hound")
    page.locator("main .back").click()
    expect(page).to_have_url(f"{dog_server.url}/breeds?q=hound")


@one_instance
def test_the_list_is_there_after_a_restart_without_network(
    browser: Browser, dog_server: Server, dogs: DogServer
) -> None:
    """The age of the list is shown."""
    assert web.send(f"{dog_server.url}/breeds").status == 200
    assert dog_server.stop() == 0
    dogs.fails = True
    dog_server.start()
    page = browser.new_page()
    page.goto(f"{dog_server.url}/breeds")
    expect(page.locator("#breed-list .row-name").first).to_have_text("Akita")
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Refresh").click()
    expect(page.get_by_role("alert")).to_contain_text("The list below is")
    page.close()
