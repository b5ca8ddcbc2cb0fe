"""Two windows with the same page update each other without a reload."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

import pytest
from playwright.sync_api import Page, expect

import people
import quakes
import quakes_page
from events import Event, feed
from feeds import FeedServer
from program_fixtures import one_instance
from server import Server
from test_live_script import HIDE
from windows import Opener

MAMMALS = "/animals?category=Mammal"
DAY = "2024-05-04"

# Exists as long as the document does.
MARK = "() => { window.isTheSameDocument = true; }"
IS_MARKED = "() => window.isTheSameDocument === true"


@dataclass
class Pair:
    """A visitor who makes changes, and one who watches."""

    actor: Page
    viewer: Page

    def look_at(self, target: str) -> None:
        """Opens a page in the watching window, and waits until it is connected."""
        self.viewer.goto(target)
        expect(self.viewer.locator("#live")).to_have_text("Live")
        self.viewer.evaluate(MARK)

    def sees(self, has_come: Callable[[Page], bool], *, within: float = 10) -> float:
        """Waits for a condition in the same document, and returns the duration."""
        start = time.monotonic()
        while not has_come(self.viewer):
            assert time.monotonic() - start < within, "the update takes too long"
            time.sleep(0.01)
        assert self.viewer.evaluate(IS_MARKED), "the page was reloaded"
        return time.monotonic() - start


@pytest.fixture
def pair(fresh_server: Server, open_page: Opener) -> Pair:
    """Two windows, side by side, which are closed before their server stops."""
    return Pair(open_page(fresh_server.url), open_page(fresh_server.url))


def test_changes_appear_in_the_other_window(pair: Pair) -> None:
    """Each change appears within a second of its confirmation."""
    pair.look_at(MAMMALS)
    pair.actor.goto(MAMMALS)
    people.add(pair.actor, "Red panda", diet="Omnivore")
    pair.sees(lambda viewer: "Red panda" in people.listed(viewer), within=1)
    expect(pair.viewer.locator("#category-list [aria-current] .row-end")).to_have_text("5 animals")

    pair.actor.get_by_role("link", name="Edit").click()
    pair.actor.get_by_label("Name").fill("Lesser <b>panda</b>")
    pair.actor.get_by_role("button", name="Save", exact=True).click()
    expect(pair.actor.locator("#detail-title")).to_have_text("Lesser <b>panda</b>")
    pair.sees(lambda viewer: "Lesser <b>panda</b>" in people.listed(viewer), within=1)

    people.ask_to_delete(pair.actor)
    pair.actor.get_by_role("button", name="Yes, delete").click()
    expect(people.outcome(pair.actor)).to_contain_text("Deleted Lesser")
    pair.sees(lambda viewer: "Lesser <b>panda</b>" not in people.listed(viewer), within=1)


def test_a_form_being_typed_in_is_left_alone(pair: Pair) -> None:
    """The page behind the form is updated; the form shows a notice, and saving it is a conflict."""
    edit = "/animals?category=Mammal&animal=Dog&dialog=edit"
    pair.look_at(edit)
    pair.viewer.get_by_label("Name").fill("Wolf")
    pair.actor.goto(edit)
    pair.actor.get_by_label("Name").fill("Dingo")
    pair.actor.get_by_role("button", name="Save", exact=True).click()
    expect(pair.actor.locator("#detail-title")).to_have_text("Dingo")
    pair.sees(lambda viewer: "Dingo" in people.listed(viewer))
    expect(pair.viewer.get_by_label("Name")).to_have_value("Wolf")
    expect(pair.viewer.get_by_label("Name")).to_be_focused()
    expect(pair.viewer.get_by_text("This animal has just been changed.")).to_be_visible()
    with pair.viewer.expect_navigation() as navigation:
        pair.viewer.get_by_role("button", name="Save", exact=True).click()
    assert navigation.value.status == 409
    expect(pair.viewer.get_by_label("Name")).to_have_value("Wolf")


def test_a_confirmation_is_left_alone(pair: Pair) -> None:
    """A confirmation refers to the version that the visitor has read, and is not updated."""
    pair.look_at("/animals?category=Mammal&animal=Dog&dialog=delete")
    pair.actor.goto("/animals?category=Mammal&animal=Dog&dialog=edit")
    pair.actor.get_by_label("Name").fill("Dingo")
    pair.actor.get_by_role("button", name="Save", exact=True).click()
    pair.sees(lambda viewer: "Dingo" in people.listed(viewer))
    expect(pair.viewer.get_by_text("This animal has just been changed.")).to_be_visible()
    with pair.viewer.expect_navigation() as navigation:
        pair.viewer.get_by_role("button", name="Yes, delete Dog").click()
    assert navigation.value.status == 409
    expect(pair.viewer.get_by_role("button", name="Yes, delete Dingo")).to_be_visible()


def test_an_addition_while_a_form_that_adds_is_in_another_tab(pair: Pair) -> None:
    """What was typed stays, without a notice, and the list behind the form is current.
    `document.hidden` stands in for the other tab: windows without a screen are never hidden."""
    pair.look_at("/animals?category=Fish&dialog=add")
    pair.viewer.get_by_label("Name").fill("Pike")
    pair.viewer.get_by_label("Carnivore").check()
    pair.viewer.evaluate(HIDE, True)
    pair.actor.goto("/animals?category=Fish")
    # More than the versions that the server remembers.
    for name in ("Perch", "Eel", "Carp"):
        people.add(pair.actor, name, diet="Carnivore")
    pair.viewer.evaluate(HIDE, False)
    pair.sees(lambda viewer: people.listed(viewer) == ["Carp", "Eel", "Perch"])
    expect(pair.viewer.locator(".notice")).to_have_count(0)
    expect(pair.viewer.get_by_label("Name")).to_have_value("Pike")
    pair.viewer.get_by_role("button", name="Save", exact=True).click()
    expect(pair.viewer.locator("#detail-title")).to_have_text("Pike")
    assert people.listed(pair.viewer) == ["Carp", "Eel", "Perch", "Pike"]


def test_an_open_page_of_a_deleted_animal(pair: Pair) -> None:
    """The page shows the deletion, and a way to continue."""
    pair.look_at("/animals?category=Mammal&animal=Dog")
    pair.actor.goto("/animals?animal=Dog&dialog=delete")
    pair.actor.get_by_role("button", name="Yes, delete Dog").click()
    pair.sees(lambda viewer: viewer.get_by_role("heading", name="“Dog” was deleted").is_visible())
    assert pair.viewer.title() == "“Dog” was deleted - Fieldguide"
    pair.viewer.get_by_role("link", name="Mammal").click()
    expect(pair.viewer.get_by_role("heading", name="Select an animal")).to_be_visible()
    assert "Dog" not in people.listed(pair.viewer)


@one_instance
def test_a_refresh_that_goes_on_and_ends(
    open_page: Opener, fed_server: Server, feeds: FeedServer
) -> None:
    """The other window shows the refresh in progress, then map and list together; its map
    area, open menu and input stay."""
    pair = Pair(open_page(fed_server.url), open_page(fed_server.url))
    feeds.serve(all_day=feed([Event("us1", longitude=1, latitude=1)]))
    pair.actor.goto(quakes.address(date=DAY))
    quakes_page.choose(pair.actor, "Refresh", "Past day")
    expect(quakes_page.notice(pair.actor)).to_contain_text("Refreshed")

    pair.look_at(quakes.address(date=DAY, view="0,0,90"))
    view_box = pair.viewer.locator("#quake-map svg").first.get_attribute("viewBox")
    pair.viewer.locator("#near").fill("half a wo")
    menu = quakes_page.open_menu(pair.viewer, "Order")
    feeds.serve(
        all_week=feed(
            [Event(name, longitude=1, latitude=1) for name in ("us1", "us2", "us3")]
        )
    )
    feeds.hold()
    quakes_page.open_menu(pair.actor, "Refresh")
    pair.actor.get_by_role("button", name="Past 7 days").click(no_wait_after=True)
    pair.sees(lambda viewer: viewer.get_by_text("Refreshing the past 7 days").is_visible())
    assert quakes_page.listed(pair.viewer) == ["us1"]
    feeds.release()
    pair.sees(lambda viewer: len(quakes_page.listed(viewer)) == 3)
    expect(pair.viewer.locator("#quake-map .pin")).to_have_count(3)
    assert pair.viewer.get_by_text("Refreshing the past 7 days").count() == 0
    assert pair.viewer.locator("#quake-map svg").first.get_attribute("viewBox") == view_box
    expect(menu).to_be_visible()
    expect(pair.viewer.locator("#near")).to_have_value("half a wo")


def test_eight_windows_of_a_browser(pair: Pair) -> None:
    """HTTP/1.1 has six connections for all of them. Each one loads, and is updated."""
    addresses = [MAMMALS, f"{MAMMALS}&animal=Dog", f"{MAMMALS}&animal=Cat", f"{MAMMALS}&animal=Kangaroo"]
    windows = [pair.viewer.context.new_page() for _ in range(8)]
    for window, address in zip(windows, addresses * 2, strict=True):
        window.goto(address)
        window.evaluate(MARK)
    for window in windows:
        expect(window.locator("#live")).to_have_text("Live")
    pair.actor.goto(MAMMALS)
    people.add(pair.actor, "Red panda", diet="Omnivore")
    for window in windows:
        expect(window.locator(".rows", has_text="Red panda")).to_be_visible()
        assert window.evaluate(IS_MARKED)


def test_a_window_without_a_stream_follows_a_deletion(pair: Pair) -> None:
    """It polls, and shows what a stream would."""
    windows = [pair.viewer.context.new_page() for _ in range(4)]
    for window in windows:
        window.goto(MAMMALS)
        expect(window.locator("#live")).to_have_text("Live")
    pair.look_at(f"{MAMMALS}&animal=Dog")
    pair.actor.goto("/animals?animal=Dog&dialog=delete")
    pair.actor.get_by_role("button", name="Yes, delete Dog").click()
    pair.sees(lambda viewer: viewer.get_by_role("heading", name="“Dog” was deleted").is_visible())
    assert pair.viewer.title() == "“Dog” was deleted - Fieldguide"


def test_a_restart(pair: Pair, fresh_server: Server) -> None:
    """The page shows the lost connection, reconnects, and shows missed changes."""
    pair.look_at(MAMMALS)
    port = int(fresh_server.url.rsplit(":", 1)[1])
    assert fresh_server.stop() == 0
    expect(pair.viewer.locator("#live")).to_have_text("Reconnecting…")
    fresh_server.start(port=port)
    pair.actor.goto(MAMMALS)
    people.add(pair.actor, "Red panda", diet="Omnivore")
    expect(pair.viewer.locator("#live")).to_have_text("Live", timeout=30_000)
    pair.sees(lambda viewer: "Red panda" in people.listed(viewer))


def test_without_network(pair: Pair) -> None:
    """The page says so at once, and shows missed changes when the network is back. A form that
    cannot be sent stays, with what was typed, and is sent after that."""
    pair.look_at(MAMMALS)
    network = pair.viewer.context
    network.set_offline(True)
    expect(pair.viewer.locator("#live")).to_contain_text("Offline since", timeout=5_000)
    pair.actor.goto(MAMMALS)
    people.add(pair.actor, "Red panda", diet="Omnivore")
    network.set_offline(False)
    pair.sees(lambda viewer: "Red panda" in people.listed(viewer))
    expect(pair.viewer.locator("#live")).to_have_text("Live")

    pair.viewer.goto(f"{MAMMALS}&dialog=add")
    name = pair.viewer.get_by_label("Name")
    name.fill("Muskox")
    pair.viewer.get_by_label("Herbivore").check()
    network.set_offline(True)
    name.press("Enter")
    expect(pair.viewer.locator("#live")).to_contain_text("Offline. Shown is the state of ")
    expect(pair.viewer.get_by_role("button", name="Save", exact=True)).to_be_disabled()
    network.set_offline(False)
    expect(pair.viewer.locator("#live")).to_have_text("Live")
    expect(name).to_have_value("Muskox")
    name.press("Enter")
    expect(pair.viewer.locator("#detail-title")).to_have_text("Muskox")
