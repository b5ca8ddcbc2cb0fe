"""The rules of the script of live pages.

It runs against a stub server, with the policy of the site.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from live_stub import LiveStub, Stream, main
from observer import Observer

# The records of the page: its patches and its states.
NOTES = """
window.patches = 0;
window.said = [];
addEventListener("live:patched", () => { window.patches += 1 }, true);
addEventListener("DOMContentLoaded", () => {
  const live = document.getElementById("live");
  new MutationObserver(changes => {
    if (changes.some(change => change.type === "childList")) window.said.push(live.textContent);
  }).observe(live, { attributes: true, childList: true });
});
"""
HIDE = """hidden => {
  Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""
ADDRESS = '<a id="{0}" href="/{0}">{0}</a>'
FORM = (
    '<form id="form" action="/save" method="post"><label for="name">Name</label>'
    '<input id="name" name="name" value="{0}"><button>Save</button></form>'
)
PLAIN_DIALOG = "<dialog open>Text</dialog>"
USE = '<use xlink:href="#x"/>'
NOTICE = "This form has just been changed. Load the new version"


@pytest.fixture
def stub() -> Iterator[LiveStub]:
    """The server of a test."""
    stub = LiveStub()
    yield stub
    stub.close()


@pytest.fixture
def page(browser: Browser, stub: LiveStub) -> Iterator[Page]:
    """A page with the policy of the site and without errors, except for rejected streams."""
    context = browser.new_context(base_url=stub.url, timezone_id="Asia/Kathmandu")
    context.set_default_timeout(15_000)
    page = context.new_page()
    observer = Observer(page, stub.url)
    page.add_init_script(NOTES)
    yield page
    context.close()
    refusal = re.compile(r"console: Failed to load resource.* at .*(/live\?page=|status=404)")
    assert [problem for problem in observer.problems if not refusal.match(problem)] == []


def opened(page: Page, stub: LiveStub, content: str) -> Stream:
    """Opens a page with some content, and its stream."""
    stub.content = main(content)
    page.goto("/open")
    stream = stub.stream()
    expect(page.locator("#live")).to_have_text("Live")
    return stream


def patched(page: Page, stream: Stream, html: str, version: str = "2") -> None:
    """Sends a patch, and waits until it is applied."""
    before = page.evaluate("window.patches")
    stream.patch(html, version)
    until(page, lambda: page.evaluate("window.patches") > before)


def until(page: Page, condition: Callable[[], bool]) -> None:
    """Waits in real time: the clock of the page may be paused."""
    for _ in range(600):
        if condition():
            return
        page.wait_for_timeout(25)
    raise AssertionError("it did not come true")


def keep(page: Page, *selectors: str) -> Callable[[], list[bool]]:
    """Remembers elements, and returns a function that tells which are still the same."""
    page.evaluate("all => { window.kept = all.map(one => document.querySelector(one)) }", selectors)
    return lambda: page.evaluate(
        "all => all.map((one, at) => document.querySelector(one) === window.kept[at])", selectors
    )


def focused(page: Page) -> str:
    """Returns the id of the focused element."""
    return page.evaluate("document.activeElement.id || document.activeElement.localName")


# Connection


def test_requests_the_stream_that_the_page_names(page: Page, stub: LiveStub) -> None:
    """The stream of the main element, with its version."""
    stub.content = main("<p>1</p>", version="0123abcd", live="/live?page=%2Fanimals%3Fcategory%3DMammal")
    page.goto("/open")
    asked = stub.stream().asked
    assert asked.page == "/animals?category=Mammal"
    assert asked.version == "0123abcd"
    assert asked.last_event_id is None


@pytest.mark.parametrize("content", [main("<p>1</p>", live=""), "<p>1</p>"], ids=["no-stream", "no-main"])
def test_a_page_without_a_stream_is_left_alone(page: Page, stub: LiveStub, content: str) -> None:
    """The page shows no state of a connection."""
    stub.content = content
    page.goto("/open")
    page.evaluate("dispatchEvent(new Event('online'))")
    stub.no_stream()
    expect(page.locator("#live")).to_be_hidden()


def test_shows_live_once(page: Page, stub: LiveStub) -> None:
    """Once after connecting, for any number of events."""
    stream = opened(page, stub, '<p id="a">1</p>')
    expect(page.locator("#live")).to_be_visible()
    expect(page.locator("#live")).to_have_attribute("data-state", "live")
    stream.beat()
    patched(page, stream, '<p id="a">2</p>')
    assert page.evaluate("window.said") == ["Live"]


def test_reconnects_by_itself(page: Page, stub: LiveStub) -> None:
    """With the latest version. A short interruption does not count as offline."""
    page.clock.install()
    stub.milliseconds_to_retry = 300
    stream = opened(page, stub, '<p id="a">1</p>')
    patched(page, stream, '<p id="a">2</p>', version="00ff")
    stream.end()
    assert stub.stream().asked.last_event_id == "00ff"
    expect(page.locator("#live")).to_have_text("Live")
    page.clock.run_for(12_000)
    assert page.evaluate("window.said") == ["Live", "Reconnecting…", "Live"]


def test_shows_the_start_of_an_outage(page: Page, stub: LiveStub) -> None:
    """After ten seconds, once; the page keeps retrying."""
    page.clock.install(time="2026-03-01T08:20:30Z")
    stub.milliseconds_to_retry = 200
    stream = opened(page, stub, '<p id="a">1</p>')
    stub.trouble = "hang up"
    stream.end()
    status = page.locator("#live")
    expect(status).to_have_text("Reconnecting…")
    expect(status).to_have_attribute("data-state", "reconnecting")
    page.clock.run_for(8_000)
    expect(status).to_have_text("Reconnecting…")
    page.clock.run_for(3_000)
    expect(status).to_have_text("Offline since 14:05")
    expect(status).to_have_attribute("data-state", "offline")
    page.clock.run_for(300_000)
    stub.trouble = None
    stub.stream()
    expect(status).to_have_text("Live")
    assert page.evaluate("window.said") == ["Live", "Reconnecting…", "Offline since 14:05", "Live"]
    page.clock.run_for(20_000)
    expect(status).to_have_text("Live")


def test_the_strip_shows_one_state(page: Page, stub: LiveStub) -> None:
    """What another script reports stays while the page is live, gives way to a lost connection,
    and ends with a visit. Its link is followed in place."""
    stream = opened(page, stub, '<p id="a">1</p>')
    say = "href => document.dispatchEvent(new CustomEvent('live:said', {detail: {text: '<b>3 new', href}}))"
    strip = page.locator("#live")
    page.evaluate(say, "/open?new")
    expect(strip).to_have_text("<b>3 newShow")
    # The next one has the same text.
    page.evaluate(say, "/open?newer")
    expect(strip.get_by_role("link")).to_have_attribute("href", "/open?newer")
    page.evaluate(say, "/open?new")
    patched(page, stream, '<p id="a">2</p>')
    expect(strip).to_have_attribute("data-state", "said")
    stub.content = main('<p id="a">3</p>')
    strip.get_by_role("link", name="Show").click()
    stream = stub.stream()
    expect(strip).to_have_text("Live")
    assert page.url == f"{stub.url}/open?new"
    page.evaluate(say)
    expect(strip).to_have_text("<b>3 new")
    stub.trouble = 503
    stream.end()
    expect(strip).to_have_text("Reconnecting…")
    page.evaluate(say)
    expect(strip).to_have_text("Reconnecting…")


def test_a_message_without_a_link_ends(page: Page, stub: LiveStub) -> None:
    """After ten seconds; one with a link stays."""
    page.clock.install()
    opened(page, stub, '<p id="a">1</p>')
    say = "href => document.dispatchEvent(new CustomEvent('live:said', {detail: {text: 'New', href}}))"
    strip = page.locator("#live")
    page.evaluate(say)
    expect(strip).to_have_text("New")
    page.clock.run_for(11_000)
    expect(strip).to_have_text("Live")
    page.evaluate(say)
    page.evaluate(say, "/open?new")
    page.clock.run_for(11_000)
    expect(strip).to_have_text("NewShow")


def test_errors_cause_exponential_backoff(page: Page, stub: LiveStub) -> None:
    """The delay grows from two to thirty seconds, plus up to a second each."""
    page.clock.install()
    stream = opened(page, stub, '<p id="a">1</p>')
    page.clock.pause_at(page.evaluate("Date.now() / 1000 + 1"))
    patched(page, stream, '<p id="a">2</p>', version="beef")
    stub.trouble = 503
    stream.end()
    for times, seconds in enumerate([2, 4, 8, 16, 30, 30], start=1):
        refusals(page, stub, times)
        page.clock.run_for(seconds * 1_000 - 10)
        page.wait_for_timeout(100)
        assert stub.refused == times, f"retried before {seconds} seconds were over"
        if times == 6:
            stub.trouble = None
        page.clock.run_for(1_020)
    asked = stub.stream().asked
    assert (asked.version, asked.last_event_id) == ("beef", None)
    expect(page.locator("#live")).to_have_text("Live")


def refusals(page: Page, stub: LiveStub, times: int) -> None:
    """Waits until a number of streams was rejected, and the page has noticed."""
    until(page, lambda: stub.refused >= times)
    page.wait_for_timeout(100)
    assert stub.refused == times


@pytest.mark.parametrize("beats", [False, True], ids=["silent", "beating"])
def test_a_silent_connection_is_a_lost_one(page: Page, stub: LiveStub, beats: bool) -> None:
    """After forty seconds without a heartbeat."""
    page.clock.install()
    stream = opened(page, stub, '<p id="a">1</p>')
    page.clock.run_for(30_000)
    if beats:
        stream.beat()
        page.wait_for_timeout(200)
    page.clock.run_for(15_000)
    if beats:
        stub.no_stream()
        assert page.evaluate("window.said") == ["Live"]
    else:
        stream.wait_for_end()
        stub.stream()
        expect(page.locator("#live")).to_have_text("Live")
        assert page.evaluate("window.said") == ["Live", "Reconnecting…", "Live"]


def test_a_connection_that_does_not_open_is_a_lost_one(page: Page, stub: LiveStub) -> None:
    """After ten seconds."""
    page.clock.install()
    stub.trouble = "be silent"
    stub.content = main("<p>1</p>")
    page.goto("/open")
    refusals(page, stub, 1)
    stub.trouble = None
    page.clock.run_for(11_000)
    stub.stream()
    expect(page.locator("#live")).to_have_text("Live")


def test_a_hidden_page_is_not_connected(page: Page, stub: LiveStub) -> None:
    """It closes its stream immediately, and connects when it is visible again."""
    page.clock.install()
    stream = opened(page, stub, '<p id="a">1</p>')
    patched(page, stream, '<p id="a">2</p>', version="cafe")
    page.evaluate(HIDE, True)
    stream.wait_for_end()
    page.evaluate("dispatchEvent(new Event('online'))")
    page.clock.run_for(300_000)
    stub.no_stream()
    page.evaluate(HIDE, False)
    assert stub.stream().asked.version == "cafe"
    assert page.evaluate("window.said") == ["Live"]


def test_a_restored_network_is_used_immediately(page: Page, stub: LiveStub) -> None:
    """Without the delay after an error."""
    page.clock.install()
    stream = opened(page, stub, '<p id="a">1</p>')
    page.clock.pause_at(page.evaluate("Date.now() / 1000 + 1"))
    stub.trouble = 503
    stream.end()
    refusals(page, stub, 1)
    stub.trouble = None
    page.evaluate("dispatchEvent(new Event('online'))")
    stub.stream()
    expect(page.locator("#live")).to_have_text("Live")
    page.evaluate("dispatchEvent(new Event('online'))")
    page.clock.run_for(20_000)
    stub.no_stream()


def test_a_page_that_is_left_is_not_connected(page: Page, stub: LiveStub) -> None:
    """It reconnects when the browser restores it from its back/forward cache."""
    stream = opened(page, stub, '<p id="a">1</p>')
    page.evaluate("dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))")
    stream.wait_for_end()
    stub.no_stream()
    page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    stub.stream()


# Several windows


@pytest.fixture
def others(page: Page) -> list[Page]:
    """Four more windows of the same browser."""
    return [page.context.new_page() for _ in range(4)]


def test_a_browser_has_four_streams(page: Page, others: list[Page], stub: LiveStub) -> None:
    """A fifth window polls, and gets the stream of a window that is hidden or closed."""
    streams = [opened(window, stub, '<p id="a">1</p>') for window in others]
    page.goto("/open")
    expect(page.locator("#live")).to_have_text("Live")
    stub.no_stream()
    stub.content = main('<p id="a">2</p>', version="2")
    expect(page.locator("#a")).to_have_text("2")
    assert page.evaluate("window.said") == ["Live"]
    others[0].evaluate(HIDE, True)
    streams[0].wait_for_end()
    stream = stub.stream()
    assert stream.asked.version == "2"
    others[0].evaluate(HIDE, False)
    stub.no_stream(2)
    page.close()
    stream.wait_for_end()
    assert stub.stream().asked.version == "2"


def test_a_window_without_a_stream_reconnects(page: Page, others: list[Page], stub: LiveStub) -> None:
    """It shows the lost connection, and the content after it."""
    for window in others:
        opened(window, stub, '<p id="a">1</p>')
    page.goto("/open")
    expect(page.locator("#live")).to_have_text("Live")
    stub.content = "Service unavailable"
    expect(page.locator("#live")).to_have_text("Reconnecting…")
    stub.content = main('<p id="a">2</p>', version="2")
    expect(page.locator("#live")).to_have_text("Live")
    expect(page.locator("#a")).to_have_text("2")


# Visits

VISIT = """(detail) => document.dispatchEvent(new CustomEvent("live:visit", { detail, cancelable: true }))"""


def visit(page: Page, address: str, entry: str = "push") -> None:
    """Shows another address of the page, and waits until it is shown."""
    before = page.evaluate("window.patches")
    page.evaluate(VISIT, {"address": address, "entry": entry})
    until(page, lambda: page.evaluate("window.patches") > before)


def test_a_visit_shows_another_address_in_place(page: Page, stub: LiveStub) -> None:
    """With its title, its address and its stream. Nothing is announced."""
    stream = opened(page, stub, '<p id="a">1</p><button id="b">Map</button>')
    page.locator("#b").focus()
    same = keep(page, "#a", "#b")
    stub.title = "Other"
    stub.content = main('<p id="a">2</p><button id="b">Map</button>', version="2", live="/live?page=%2Fother")
    visit(page, "/open?view=1,2#a")
    assert page.url == f"{stub.url}/open?view=1,2#a"
    expect(page).to_have_title("Other")
    expect(page.locator("#a")).to_have_text("2")
    assert same() == [True, True]
    assert focused(page) == "b"
    stream.wait_for_end()
    asked = stub.stream().asked
    assert (asked.page, asked.version, asked.last_event_id) == ("/other", "2", None)
    assert page.evaluate("window.said") == ["Live"]


@pytest.mark.parametrize("entry", ["push", "replace"])
def test_a_visit_in_the_history(page: Page, stub: LiveStub, entry: str) -> None:
    """A pushed address is left by going back, in place. A replaced one is gone."""
    stub.content = main("<p>0</p>")
    page.goto("/before")
    opened(page, stub, '<p id="a">1</p>')
    page.evaluate("window.isTheSame = true")
    stub.content = main('<p id="a">2</p>')
    visit(page, "/open?two", entry)
    stub.content = main('<p id="a">1</p>')
    page.evaluate("history.back()")
    page.wait_for_url("/open" if entry == "push" else "/before")
    if entry == "push":
        expect(page.locator("#a")).to_have_text("1")
    assert page.evaluate("window.isTheSame === true") is (entry == "push")


def test_the_latest_of_several_visits_counts(page: Page, stub: LiveStub) -> None:
    """Even if the answer to an earlier one comes later."""
    opened(page, stub, '<p id="a">1</p>')
    stub.delays["/open?slow"] = 0.5
    stub.content = main('<p id="a">2</p>')
    page.evaluate(VISIT, {"address": "/open?slow", "entry": "push"})
    visit(page, "/open?fast")
    page.wait_for_timeout(800)
    assert page.url == f"{stub.url}/open?fast"
    assert page.evaluate("window.patches") == 1


@pytest.mark.parametrize("address", ["/open?status=404", "/other", "/open?to=/other"])
def test_another_page_is_loaded(page: Page, stub: LiveStub, address: str) -> None:
    """A visit that is not answered by a version of this page becomes a normal one."""
    opened(page, stub, '<p id="a">1</p>')
    page.evaluate("window.isTheSame = true")
    with page.expect_navigation():
        page.evaluate(VISIT, {"address": address, "entry": "replace"})
    assert page.url == stub.url + ("/other" if "/other" in address else address)
    assert not page.evaluate("window.isTheSame")


def test_a_page_with_another_document_is_loaded(page: Page, stub: LiveStub) -> None:
    """For example after an update of the program."""
    opened(page, stub, '<p id="a">1</p>')
    stub.head = '<link rel="stylesheet" href="/style.css?new">'
    with page.expect_navigation():
        page.evaluate(VISIT, {"address": "/open?two#a", "entry": "push"})
    assert page.url == f"{stub.url}/open?two#a"


def test_links_of_an_element_visit(page: Page, stub: LiveStub) -> None:
    """Also those of a picture. A click with a key opens another window as usual."""
    links = '<nav data-visit="replace"><a id="a" href="/open?a">A</a><svg><a id="b" href="/open?b"><text y="9">B</text></a></svg></nav>'
    opened(page, stub, f'{links}<a id="c" href="/open?c">C</a>')
    page.evaluate("window.isTheSame = true")
    for name in "ab":
        page.locator(f"#{name}").click()
        page.wait_for_url(f"/open?{name}")
        until(page, lambda name=name: page.evaluate("window.patches") == "ab".index(name) + 1)
    assert page.evaluate("window.isTheSame")
    with page.context.expect_page() as opening:
        page.locator("#a").click(modifiers=["Control"])
    # It begins as an empty page.
    opening.value.wait_for_url("**/open?a")
    with page.expect_navigation():
        page.locator("#c").click()


def test_a_visit_keeps_a_form_with_edits(page: Page, stub: LiveStub) -> None:
    """A filter keeps its input without a notice, and gets the hidden fields of the new
    address. A form that changes something has a notice."""
    form = '<form class="{0}" method="{0}"><input type="hidden" name="view" value="{1}"><input class="text" value="{1}"></form>'
    stream = opened(page, stub, form.format("get", 1) + form.format("post", 1))
    for field in page.locator(".text").all():
        field.fill("typed")
    stub.content = main(form.format("get", 2) + form.format("post", 2))
    visit(page, "/open?two")
    assert page.locator(".text").evaluate_all("all => all.map(one => one.value)") == ["typed"] * 2
    assert page.locator("[name=view]").evaluate_all("all => all.map(one => one.value)") == ["2", "1"]
    expect(page.locator(".notice")).to_have_count(1)
    expect(page.locator(".notice + .post")).to_have_count(1)
    stream.wait_for_end()
    patched(page, stub.stream(), main(form.format("get", 2) + form.format("post", 2)), "3")
    expect(page.locator(".notice")).to_have_count(1)


# Patches


def test_elements_of_one_patch_change_together(page: Page, stub: LiveStub) -> None:
    """The map and the list change in the same frame."""
    stream = opened(
        page, stub, '<svg id="map"><circle r="1"/></svg><ul id="list"><li>1</li></ul><p id="rest">1</p>'
    )
    page.evaluate(
        """() => { window.seen = []; new MutationObserver(() => window.seen.push(
        document.querySelector("circle").getAttribute("r") + document.querySelector("li").textContent))
        .observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true }) }"""
    )
    patched(page, stream, '<svg id="map"><circle r="2"/></svg><ul id="list"><li>2</li></ul>')
    assert set(page.evaluate("window.seen")) == {"22"}
    expect(page.locator("#rest")).to_have_text("1")


def test_the_main_element_is_updated_in_place(page: Page, stub: LiveStub) -> None:
    """Its attributes and its children."""
    stream = opened(page, stub, '<h1>One</h1><p id="a" class="x" lang="de">1</p>')
    same = keep(page, "#main", "h1", "#a")
    content = '<h1>Two</h1><p id="a" class="y" dir="auto">2</p><p>New</p>'
    patched(page, stream, main(content, version="2").replace('class="page"', 'class="page wide"'))
    assert same() == [True, True, True]
    assert page.locator("#main").inner_html() == content
    expect(page.locator("#main")).to_have_attribute("class", "page wide")
    expect(page.locator("#main")).to_have_attribute("data-version", "2")


def test_the_title_changes(page: Page, stub: LiveStub) -> None:
    """The title within an SVG is not the page's."""
    stream = opened(page, stub, '<svg id="map"><title>Map</title></svg>')
    patched(page, stream, '<svg id="map"><title>Other map</title></svg>')
    expect(page).to_have_title("Open - Fieldguide")
    patched(page, stream, "<title>Cats &amp; Dogs - Fieldguide</title>" + '<svg id="map"></svg>')
    expect(page).to_have_title("Cats & Dogs - Fieldguide")
    patched(page, stream, "<title>Only that - Fieldguide</title>")
    expect(page).to_have_title("Only that - Fieldguide")


def test_lines_of_data_are_lines_of_text(page: Page, stub: LiveStub) -> None:
    """Line breaks are preserved."""
    stream = opened(page, stub, '<pre id="a">1</pre>')
    patched(page, stream, '<pre id="a">one\n  two\n\nfour</pre>\n')
    assert page.locator("#a").evaluate("one => one.textContent") == "one\n  two\n\nfour"


def test_svg_elements_have_their_namespace(page: Page, stub: LiveStub) -> None:
    """New SVG elements have the right namespace and case."""
    stream = opened(page, stub, '<div id="a"><svg viewBox="0 0 1 1"><g><path d="M0 0"/></g></svg></div>')
    same = keep(page, "svg", "path")
    svg = '<svg viewBox="0 0 9 9"><g><path d="M0 0h9"/><circle r="3"/>' + USE + "</g></svg>"
    patched(page, stream, f'<div id="a">{svg}</div>')
    assert same() == [True, True]
    assert page.evaluate(
        """[document.querySelector("circle") instanceof SVGCircleElement,
            document.querySelector("svg").viewBox.baseVal.width,
            document.querySelector("use").href.baseVal]"""
    ) == [True, 9, "#x"]
    for link in ["#y", "", "#z"]:
        use = f'<use xlink:href="{link}"/>' if link else "<use/>"
        patched(page, stream, f'<div id="a">{svg.replace(USE, use)}</div>')
        assert page.evaluate("document.querySelector('use').href.baseVal") == link


def test_a_row_of_a_table_may_come_alone(page: Page, stub: LiveStub) -> None:
    """A fragment may be a table row."""
    stream = opened(page, stub, '<table><tbody><tr id="a"><td>1</td></tr></tbody></table>')
    patched(page, stream, '<tr id="a"><td>2</td><td>3</td></tr>')
    assert page.locator("#a td").all_text_contents() == ["2", "3"]


ROW = '<li id="{0}"><a href="/{0}">{0}</a></li>'


def test_rows_come_and_go(page: Page, stub: LiveStub) -> None:
    """Templates name the row beside which others are inserted, or the one that is removed; a row
    that moved goes and comes. Rows that stay are the same elements, also the focused one."""
    stream = opened(page, stub, f"<ul>{''.join(map(ROW.format, 'bcde'))}</ul>")
    page.locator("#d a").focus()
    is_kept = keep(page, "#c", "#d a")
    came = '<template data-before="c">{}</template><template data-after="d">{}</template>'
    patched(
        page, stream,
        '<template data-gone="e"></template><template data-gone="b"></template>'
        + came.format(ROW.format("a") + ROW.format("e"), ROW.format("f") + "<script>alert(1)</script>")
        + '<li id="c">new</li>',
    )
    assert page.locator("li").all_text_contents() == ["a", "e", "new", "d", "f"]
    assert is_kept() == [True, True]
    assert page.evaluate("document.activeElement.textContent") == "d"
    assert page.locator("main script, main template").count() == 0


def test_the_focus_of_a_row_that_went_moves_to_the_list(page: Page, stub: LiveStub) -> None:
    """As that of every removed element."""
    stream = opened(page, stub, f'<ul id="list">{"".join(map(ROW.format, "ab"))}</ul>')
    page.locator("#a a").focus()
    patched(page, stream, '<template data-gone="a"></template>')
    assert focused(page) == "list"


@pytest.mark.parametrize("place", ["after", "before", "gone"])
def test_an_unknown_row_requests_everything(page: Page, stub: LiveStub, place: str) -> None:
    """The page shows another version than the server assumes."""
    stream = opened(page, stub, "<ul></ul>")
    stream.patch(f'<template data-{place}="missing">{ROW.format("a")}</template>', "2")
    assert stub.stream().asked.version == ""
    assert page.locator("li").count() == 0


@pytest.mark.parametrize("place", ["after", "gone"])
def test_rows_of_a_form_with_edits_stay(page: Page, stub: LiveStub, place: str) -> None:
    """The visitor has checked a box of the list."""
    box = '<li id="{0}"><input type="checkbox" aria-label="{0}"></li>'
    stream = opened(page, stub, f'<form action="/delete" method="post"><ul>{box.format("a")}</ul></form>')
    page.get_by_label("a").check()
    patched(page, stream, f'<template data-{place}="a">{box.format("b")}</template>')
    assert page.locator("li").count() == 1
    expect(page.get_by_role("status").filter(has_text="has just been changed")).to_be_visible()


def test_an_element_of_another_kind_replaces_the_old_one(page: Page, stub: LiveStub) -> None:
    """With the same id: a list becomes a sentence."""
    stream = opened(page, stub, '<ul id="a"><li>1</li></ul><p>2</p>')
    patched(page, stream, '<p id="a">None</p>')
    assert page.locator("#main").inner_html() == '<p id="a">None</p><p>2</p>'


def test_scripts_do_not_run(page: Page, stub: LiveStub) -> None:
    """They are not inserted."""
    stream = opened(page, stub, '<div id="a"></div>')
    script = "<script src='/live.js'></script><script>window.hacked = true</script>"
    patched(page, stream, f'<div id="a"><p>2</p>{script}<svg>{script}</svg></div>')
    assert page.evaluate("window.hacked") is None
    expect(page.locator("#main script")).to_have_count(0)


def test_an_unknown_element_requests_everything(page: Page, stub: LiveStub) -> None:
    """Such a patch is not applied. The page requests everything, at most once in five seconds."""
    page.clock.install()
    stream = opened(page, stub, '<p id="a">1</p>')
    page.clock.pause_at(page.evaluate("Date.now() / 1000 + 1"))
    stream.patch('<title>No</title><p id="a">2</p><p id="unknown">2</p>')
    stream.wait_for_end()
    page.clock.run_for(10)
    stream = stub.stream()
    assert (stream.asked.version, stream.asked.last_event_id) == ("", None)
    expect(page.locator("#a")).to_have_text("1")
    expect(page).to_have_title("Open - Fieldguide")
    stream.patch('<p id="unknown">2</p>')
    stream.wait_for_end()
    page.clock.run_for(4_500)
    stub.no_stream()
    page.clock.run_for(600)
    stream = stub.stream()
    patched(page, stream, main('<p id="b">3</p>', version="3"), version="3")
    expect(page.locator("#main")).to_have_text("3")
    assert page.evaluate("window.said") == ["Live"]


def test_follows_redirects_of_the_page(page: Page, stub: LiveStub) -> None:
    """The address replaces the current one in the history."""
    page.goto("/before")
    stub.stream()
    stream = opened(page, stub, "<p>1</p>")
    stream.go("/animals?category=Bird#list")
    page.wait_for_url("**/animals?category=Bird#list")
    page.go_back()
    page.wait_for_url("**/before")


@pytest.mark.parametrize(
    "path",
    ["//127.0.0.2/", "/\\127.0.0.2/", "/\t/127.0.0.2/", "https://127.0.0.2/", "javascript:alert(1)", "animals", ""],
)
def test_follows_no_redirects_to_other_sites(page: Page, stub: LiveStub, path: str) -> None:
    """Addresses of other sites are ignored."""
    stream = opened(page, stub, '<p id="a">1</p>')
    stream.go(path)
    patched(page, stream, '<p id="a">2</p>')
    page.wait_for_timeout(100)
    assert page.url == f"{stub.url}/open"


def test_does_not_leave_a_form_with_edits(page: Page, stub: LiveStub) -> None:
    """A notice links to the address."""
    stream = opened(page, stub, FORM.format("Cat"))
    page.locator("#name").fill("My cat")
    stream.go("/animals?category=Bird")
    expect(page.locator("#main .notice")).to_have_text(NOTICE.replace("form", "page"))
    expect(page.get_by_role("link", name="Load the new version")).to_have_attribute("href", "/animals?category=Bird")
    expect(page.locator("#name")).to_have_value("My cat")


@pytest.mark.parametrize("fits", [True, False])
def test_fetches_a_page_whose_form_has_edits(page: Page, stub: LiveStub, fits: bool) -> None:
    """If the server cannot send the difference, and so asks for the page again. A page with another
    document around it, as after an update of the program, waits for the visitor."""
    stream = opened(page, stub, f"<h1>1</h1>{FORM.format('Cat')}")
    page.locator("#name").fill("My cat")
    stub.content = main(f"<h1>2</h1>{FORM.format('Cat')}", version="2")
    stub.head = "" if fits else '<link rel="stylesheet" href="/style.css?new">'
    stream.go("/open")
    stream.wait_for_end()
    assert stub.stream().asked.version == "2"
    expect(page.locator("h1")).to_have_text("2" if fits else "1")
    expect(page.locator("#name")).to_have_value("My cat")
    notices = page.locator("#main .notice").all_text_contents()
    assert notices == ([] if fits else [NOTICE.replace("form", "page")])
    stub.no_stream(2)


# Elements


def test_elements_with_an_id_are_kept(page: Page, stub: LiveStub) -> None:
    """In a new order, with insertions and removals."""
    rows = "".join(ADDRESS.format(name) for name in "abcd")
    stream = opened(page, stub, f'<div id="list">{rows}</div>')
    same = keep(page, "#d", "#a", "#b")
    patched(page, stream, f'<div id="list">{"".join(ADDRESS.format(name) for name in "dxab")}</div>')
    assert same() == [True, True, True]
    assert page.locator("#list a").all_text_contents() == list("dxab")


def test_rows_without_an_id_are_matched_by_link(page: Page, stub: LiveStub) -> None:
    """A row inserted before them does not replace them."""
    row = '<li><a href="/{0}">{0} {1}</a></li>'
    stream = opened(page, stub, f'<ul id="list">{row.format("b", 1)}{row.format("c", 1)}</ul>')
    page.get_by_role("link", name="c 1").focus()
    patched(page, stream, f'<ul id="list">{"".join(row.format(name, 2) for name in "abc")}</ul>')
    assert page.evaluate("document.activeElement.textContent") == "c 2"
    assert page.locator("#list a").all_text_contents() == ["a 2", "b 2", "c 2"]


def test_other_elements_are_matched_by_class_and_position(page: Page, stub: LiveStub) -> None:
    """First by class, then by position among those with the same name."""
    stream = opened(page, stub, '<div id="a"><p class="x">1</p><p class="y">2</p><b>3</b></div>')
    same = keep(page, ".y", "b")
    patched(page, stream, '<div id="a">Text<p class="y">4</p><i>5</i><b class="z">6</b></div>')
    assert same() == [True, True]
    assert page.locator("#a").inner_html() == 'Text<p class="y">4</p><i>5</i><b class="z">6</b>'


@pytest.mark.parametrize("order", ["abcd", "dcba", "cabd", "xbcy", "bxyza", "b"])
def test_the_focus_stays(page: Page, stub: LiveStub, order: str) -> None:
    """On a link in a list that changes around it, without interruption."""
    rows = "".join(ADDRESS.format(name) for name in "abcd")
    stream = opened(page, stub, f'<div><div id="list">{rows}</div></div>')
    page.locator("#b").focus()
    page.evaluate("() => document.addEventListener('focusout', () => { window.left = true })")
    new = "".join(f'<a id="{name}" href="/new">{name} new</a>' for name in order)
    patched(page, stream, f'<div id="list">{new}</div>')
    assert focused(page) == "b"
    assert page.evaluate("window.left") is None
    assert page.locator("#list a").all_text_contents() == [f"{name} new" for name in order]


def test_the_focus_of_a_removed_element_moves_to_its_ancestor(page: Page, stub: LiveStub) -> None:
    """To the next ancestor with an id. Nothing scrolls."""
    section = '<section id="list">{0}</section><p class="high"></p><p class="high"></p>'
    stream = opened(page, stub, section.format('<div><a id="a" href="/a">a</a></div>'))
    page.locator("#a").focus()
    page.evaluate("scrollTo(0, 200)")
    patched(page, stream, main(section.format("None")))
    assert focused(page) == "list"
    assert page.evaluate("scrollY") == 200
    patched(page, stream, main(section.format("Again none")))
    assert focused(page) == "list"
    patched(page, stream, main("<p>Nothing</p>"))
    assert focused(page) == "main"


@pytest.mark.parametrize("states", [("disabled", ""), ("", "inert"), ("", "hidden")])
def test_the_focus_leaves_a_disabled_element(page: Page, stub: LiveStub, states: tuple[str, str]) -> None:
    """Keys would be lost there."""
    form = '<section id="list"><form action="/a" {1}><button id="a" {0}>Refresh</button></form></section>'
    stream = opened(page, stub, form.format("", ""))
    page.locator("#a").focus()
    patched(page, stream, main(form.format(*states)))
    assert focused(page) == "list"


def test_the_focus_is_not_taken(page: Page, stub: LiveStub) -> None:
    """Without a focused element, none gets the focus."""
    stream = opened(page, stub, '<p id="a">1</p>')
    patched(page, stream, main("<p>2</p>"))
    assert focused(page) == "body"


def test_scroll_positions_are_kept(page: Page, stub: LiveStub) -> None:
    """Also if elements are inserted before it."""
    box = '<div id="box" class="scrolls"><p class="high">{0}</p></div>'
    stream = opened(page, stub, box.format(1))
    page.locator("#box").evaluate("box => { box.scrollTop = 120 }")
    patched(page, stream, main("<p>New</p>" + box.format(2)))
    expect(page.locator("#box")).to_have_text("2")
    assert page.locator("#box").evaluate("box => box.scrollTop") == 120


def test_selections_are_kept(page: Page, stub: LiveStub) -> None:
    """Unchanged text is not written again."""
    stream = opened(page, stub, '<p id="a">Same text</p><p id="b">1</p>')
    page.evaluate("() => { const [text] = a.childNodes; getSelection().setBaseAndExtent(text, 1, text, 6) }")
    patched(page, stream, main('<p id="a">Same text</p><p id="b">2</p>'))
    assert page.evaluate("getSelection().toString()") == "ame t"


def test_open_details_are_kept(page: Page, stub: LiveStub) -> None:
    """The reader's state is kept; new elements are as served, and so are dialogs."""
    details = '<details id="{0}"{1}><summary>{2}</summary>Text</details>'
    stream = opened(page, stub, details.format("a", "", 1) + details.format("b", " open", 1) + PLAIN_DIALOG)
    for name in "ab":
        page.locator(f"#{name} summary").click()
    new = "<dialog>Text</dialog>" + details.format("a", "", 2) + details.format("b", " open", 2) + details.format("c", " open", 2)
    patched(page, stream, main(new))
    opens = page.evaluate("[...document.querySelectorAll('details')].map(one => one.open)")
    assert opens == [True, False, True]
    expect(page.locator("dialog")).to_be_hidden()
    assert page.locator("summary").all_text_contents() == ["2", "2", "2"]


# Forms

CONTROLS = (
    '<input type="hidden" name="version" value="{0}"><input id="text" name="text" value="{0}">'
    '<input id="box" type="checkbox" name="box"{1}><input type="radio" name="r" value="1"{1}>'
    '<input id="radio" type="radio" name="r" value="2"{2}><input type="color" name="c" value="#112233">'
    '<input type="range" name="n">'
    '<textarea id="area" name="area">\n{0}&#13;\nline</textarea>'
    '<select id="one" name="one"><option>1<option>2<option{1}>3</select>'
    '<select id="many" name="many" multiple><option{2}>1<option{1}>2<option>3</select>'
    '<select id="plain" name="plain"><option disabled>0<option>1<option>2</select>'
    '<input name="reset"><input name="id"><button>Save</button><input type="submit" value="Save {0}">'
)
PAGE = '<div><p id="above">{0}</p><form action="/save" class="f{0}">{1}</form><p id="below">{0}</p></div>'
OLD = PAGE.format(1, CONTROLS.format("old", " checked selected", ""))
NEW = PAGE.format(2, CONTROLS.format("new", "", " checked selected"))
STATE = """() => [...document.querySelectorAll("#text, #box, #radio, #area, #one, #many")].map(one =>
  one.type === "select-multiple" ? [...one.selectedOptions].map(option => option.text).join()
    : "checked" in one && one.type !== "text" ? one.checked : one.value)"""


@pytest.mark.parametrize("button", ["button", "[type=submit]"])
def test_a_form_without_edits_is_updated(page: Page, stub: LiveStub, button: str) -> None:
    """All values of its controls, even if they were changed and reverted."""
    stream = opened(page, stub, OLD)
    assert page.evaluate(STATE)[0:2] == ["old", True]
    page.locator("#text").fill("typed")
    page.locator("#text").fill("old")
    page.locator("#box").uncheck()
    page.locator("#box").check()
    page.locator("#radio").check()
    page.locator("[name=r][value='1']").check()
    page.locator("#area").fill("typed")
    page.locator("#area").fill("old\n\nline")
    page.locator("#area").fill("old\nline")
    page.locator(button).focus()
    same = keep(page, "form", "#text", "#area", button)
    patched(page, stream, main(NEW))
    assert page.evaluate(STATE) == ["new", False, True, "new\nline", "1", "1"]
    expect(page.locator("form")).to_have_class("f2")
    expect(page.locator(".notice")).to_have_count(0)
    assert same() == [True] * 4
    expect(page.locator(button)).to_be_focused()


@pytest.mark.parametrize(
    "fill",
    [
        "#text.value = 'typed'",
        "#text.focus()",
        "#one.focus()",
        "#area.value += '.'",
        "#box.click()",
        "#radio.click()",
        "#one.selectedIndex = 1",
        "#many.options[2].selected = true",
        "#plain.selectedIndex = 2",
    ],
)
def test_a_form_with_edits_is_left_alone(page: Page, stub: LiveStub, fill: str) -> None:
    """The form stays as a whole, with one notice. Its surroundings are updated."""
    stream = opened(page, stub, OLD)
    control, action = re.match(r"(#\w+)(.*)", fill).groups()
    page.evaluate(f"document.querySelector('{control}'){action}")
    before = page.evaluate(STATE), page.locator("form").evaluate("form => form.outerHTML"), focused(page)
    same = keep(page, "form", control)
    for version in "234":
        patched(page, stream, main(NEW, version=version), version)
        notice = page.locator(".notice")
        if version == "2":
            notice.evaluate("notice => { window.notice = notice }")
    after = page.evaluate(STATE), page.locator("form").evaluate("form => form.outerHTML"), focused(page)
    assert after == before
    assert same() == [True, True]
    expect(page.locator("#above")).to_have_text("2")
    expect(page.locator("#below")).to_have_text("2")
    expect(notice).to_have_text(NOTICE)
    expect(notice).to_have_role("status")
    assert notice.evaluate("one => one === window.notice && one.nextElementSibling.localName === 'form'")


@pytest.mark.parametrize("came", ["with the page", "with a patch", "renewed"])
def test_an_unchanged_form_with_edits_has_no_notice(page: Page, stub: LiveStub, came: str) -> None:
    """For any change around it, any opened details, and anything that browser extensions
    write into it."""
    form = '<form action="/"><details class="more"><summary>More</summary><input id="a"></details></form>'
    old = {"with the page": form, "with a patch": "", "renewed": form.replace("More", "All")}[came]
    stream = opened(page, stub, f"<p>0</p>{old}")
    if came != "with the page":
        patched(page, stream, main(f"<p>1</p>{form}"))
    for number in "23":
        page.locator("summary").click()
        page.locator("#a").evaluate("(input, text) => { input.dataset.checked = input.value = text }", number)
        patched(page, stream, main(f"<p>{number}</p>{form}"))
        expect(page.locator(".notice")).to_have_count(0)
        expect(page.locator("#a")).to_have_value(number)
        expect(page.locator("p").first).to_have_text(number)


def test_the_notice_links_to_this_page(page: Page, stub: LiveStub) -> None:
    """The reader reloads the page when ready."""
    stub.content = main(FORM.format("Cat"))
    page.goto("/open?edit=cat#main")
    page.locator("#name").fill("My cat")
    patched(page, stub.stream(), FORM.format("Dog"))
    page.get_by_role("link", name="Load the new version").click()
    stub.stream()
    assert page.url == f"{stub.url}/open?edit=cat"
    expect(page.locator("#name")).to_have_value("Cat")


def test_the_notice_disappears_with_its_reason(page: Page, stub: LiveStub) -> None:
    """When the served form is reverted, or the input is."""
    stream = opened(page, stub, FORM.format("Cat"))
    page.locator("#name").fill("My cat")
    patched(page, stream, main(FORM.format("Dog")))
    expect(page.locator(".notice")).to_have_count(1)
    patched(page, stream, main(FORM.format("Cat")))
    expect(page.locator(".notice")).to_have_count(0)
    patched(page, stream, main(FORM.format("Dog")))
    expect(page.locator(".notice")).to_have_count(1)
    page.locator("#name").fill("Cat")
    page.locator("#name").blur()
    patched(page, stream, main(FORM.format("Dog")))
    expect(page.locator(".notice")).to_have_count(0)
    expect(page.locator("#name")).to_have_value("Dog")


@pytest.mark.parametrize("new", ["<p>1</p><p>2</p>", "", '<form action="/other"><button>B</button></form>'])
def test_a_form_with_edits_is_never_removed(page: Page, stub: LiveStub, new: str) -> None:
    """It stays with its surroundings and the notice, as long as it has edits."""
    old = f'<p>0</p><div class="dialog"><dialog open>{FORM.format("Cat")}</dialog></div>'
    stream = opened(page, stub, old)
    page.locator("#name").fill("My cat")
    same = keep(page, "#form")
    for version in "23":
        patched(page, stream, main(new, version=version), version)
        assert same() == [True]
        expect(page.locator("#name")).to_have_value("My cat")
        expect(page.locator("#main dialog > .notice")).to_have_text(NOTICE)
        assert page.locator("#main p:not(.notice)").all_text_contents() == re.findall(r"<p>(\d)", new)
    page.locator("#name").fill("Cat")
    page.locator("#name").blur()
    patched(page, stream, main(new, version="4"), "4")
    assert page.locator("#main").inner_html() == new


def test_a_form_with_edits_keeps_its_position(page: Page, stub: LiveStub) -> None:
    """With its notice, for any change around them."""
    stream = opened(page, stub, f"<h2>1</h2>{FORM.format('Cat')}<h3>1</h3>")
    page.locator("#name").fill("My cat")
    for new in ["<h2>2</h2><h3>2</h3>", "<h2>3</h2><p>3</p><p>3</p><h3>3</h3>"]:
        patched(page, stream, main(new))
        around = re.sub(r"<p class=.*</form>", "", page.locator("#main").inner_html())
        assert around == new
        expect(page.locator("h2 + .notice + form + *")).to_have_text(new[4])


def test_a_part_of_a_form_with_edits_is_left_alone(page: Page, stub: LiveStub) -> None:
    """If a patch is only for that part."""
    stream = opened(page, stub, '<form><div id="part">1</div><input id="a"></form>')
    page.locator("#a").fill("typed")
    patched(page, stream, '<div id="part">2</div>')
    expect(page.locator("#part")).to_have_text("1")
    expect(page.locator(".notice")).to_have_count(1)


def test_other_forms_are_updated(page: Page, stub: LiveStub) -> None:
    """Beside a form with edits, in any order."""
    form = '<form action="/{0}"><input id="{0}" value="{1}"></form>'
    stream = opened(page, stub, form.format("a", 1) + form.format("b", 1))
    page.locator("#a").fill("typed")
    patched(page, stream, main(form.format("b", 2)))
    expect(page.locator("#a")).to_have_value("typed")
    expect(page.locator("#b")).to_have_value("2")
    expect(page.locator(".notice + form #a")).to_have_count(1)


# The hidden fields of a form that adds something have an id of their own in each copy.
ADDING = (
    '<h1>{0}</h1><form method="post"><input type="hidden" name="id" value="{0}">'
    '<input id="name" name="name" value=""></form>'
)


def test_a_form_that_adds_something_is_unchanged_with_another_id(page: Page, stub: LiveStub) -> None:
    """As when the server does not know the version that a page shows, and sends all of it."""
    stream = opened(page, stub, ADDING.format(1))
    page.locator("#name").fill("Newt")
    for version in "23":
        patched(page, stream, main(ADDING.format(version), version=version), version)
        expect(page.locator("h1")).to_have_text(version)
        expect(page.locator(".notice")).to_have_count(0)
    expect(page.locator("#name")).to_have_value("Newt")
    expect(page.locator("[name=id]")).to_have_value("1")
    patched(page, stream, main(ADDING.format(4).replace("</form>", "<p>New</p></form>"), version="4"), "4")
    expect(page.locator(".notice")).to_have_count(1)


MEMBERS = """() => {
  const names = new Set();
  for (let one = document.createElement("form"); one; one = Object.getPrototypeOf(one))
    for (const name of Object.getOwnPropertyNames(one)) names.add(name);
  return [...names];
}"""


def test_fields_may_have_the_names_of_members(page: Page, stub: LiveStub) -> None:
    """A field hides the member of its form that has the same name; here each does."""
    stub.content = main("")
    page.goto("/open")
    stub.stream()
    names = page.evaluate(MEMBERS)
    assert {"matches", "contains", "before", "attributes", "childNodes", "reset"} <= set(names)
    fields = "".join(f'<input name="{name}" value="{{0}}">' for name in names)
    form = f'<h1>{{0}}</h1><form method="post" class="f{{0}}" data-subject="plant">{fields}</form>'
    stream = opened(page, stub, form.format(1))

    def shown() -> list[str]:
        """Returns the main elements, the class of the form, and its first value. Playwright's own
        selectors do not find such a form."""
        return page.evaluate(
            """() => [...document.querySelectorAll("#main > *")].map(one =>
              Element.prototype.getAttribute.call(one, "class") ?? one.textContent)
              .concat(document.querySelector("input")?.value ?? [])"""
        )

    # Without edits.
    patched(page, stream, main(form.format(2), version="2"))
    assert shown() == ["2", "f2", "2"]
    # With a focused field, among elements that change places.
    page.evaluate("() => document.querySelector('input').focus()")
    patched(page, stream, main(f"<p>3</p>{form.format(3)}<p>3</p>", version="3"), "3")
    assert shown() == ["3", "3", "notice", "f2", "3", "2"]
    assert page.evaluate("document.activeElement.localName") == "input"
    expect(page.locator(".notice")).to_have_text(NOTICE.replace("form", "plant"))
    # With edits, of a page without the form.
    page.evaluate("() => { document.querySelector('input').value = 'typed' }")
    patched(page, stream, main("<p>4</p>", version="4"), "4")
    assert shown() == ["4", "notice", "f2", "typed"]
    # Without them again, after a click on the form itself.
    page.evaluate(
        """() => {
          const click = new MouseEvent("click", { bubbles: true });
          EventTarget.prototype.dispatchEvent.call(document.querySelector("form"), click);
          document.querySelector("input").value = "2";
          document.querySelector("input").blur();
        }"""
    )
    patched(page, stream, main("<p>5</p>", version="5"), "5")
    assert shown() == ["5"]


# Dialogs

DIALOG = (
    '<div class="scrim" id="dialog"><dialog class="dialog" open>{0}<form method="post">'
    '<input id="name" value="Newt"><div class="actions"><a href="/closed">Cancel</a></div>'
    "</form></dialog></div>"
)


def leave(page: Page, way: str) -> None:
    """Presses Escape in the field, or clicks beside the dialog."""
    if way == "Escape":
        page.locator("#name").press("Escape")
    else:
        page.locator("#dialog").click(position={"x": 1, "y": 1})


@pytest.mark.parametrize("way", ["Escape", "beside"])
def test_an_untouched_dialog_closes(page: Page, stub: LiveStub, way: str) -> None:
    """Even if something was typed and deleted again."""
    opened(page, stub, DIALOG.format(""))
    page.locator("#name").fill("typed")
    page.locator("#name").fill("Newt")
    leave(page, way)
    page.wait_for_url("/closed")


@pytest.mark.parametrize("way", ["Escape", "beside"])
@pytest.mark.parametrize("problem", ["", '<p class="error">Enter a name.</p>', '<div class="errors">2</div>', '<p class="notice failed">Try again.</p>'])
def test_a_dialog_with_typed_text_stays(page: Page, stub: LiveStub, way: str, problem: str) -> None:
    """Also one that the server shows again because of a problem, with what was typed."""
    opened(page, stub, DIALOG.format(problem))
    if not problem:
        page.locator("#name").fill("typed")
    leave(page, way)
    page.wait_for_timeout(200)
    assert page.url == f"{stub.url}/open"


def test_a_selection_that_ends_beside_a_dialog_does_not_close_it(page: Page, stub: LiveStub) -> None:
    """The browser reports a click on the element around both ends."""
    opened(page, stub, DIALOG.format(""))
    box = page.locator("#name").bounding_box()
    page.mouse.move(box["x"] + 5, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(1, 1)
    page.mouse.up()
    page.wait_for_timeout(200)
    assert page.url == f"{stub.url}/open"
