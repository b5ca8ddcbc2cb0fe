"""The script that keeps an open page up to date, rule by rule.

It runs against a server of its own, under the policy of the site.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from live_stub import LiveStub, Stream, main
from observer import Observer

# What a page notes down about itself: the patches it got, and what was said.
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
NOTICE = "There is a newer version of this form. Reload"


@pytest.fixture
def stub() -> Iterator[LiveStub]:
    """The server of a test."""
    stub = LiveStub()
    yield stub
    stub.close()


@pytest.fixture
def window(browser: Browser, stub: LiveStub) -> Iterator[Page]:
    """A window that may do nothing the policy forbids, and no error. That a
    stream was refused is no error: tests refuse it on purpose."""
    context = browser.new_context(base_url=stub.url, timezone_id="Asia/Kathmandu")
    context.set_default_timeout(15_000)
    window = context.new_page()
    observer = Observer(window, stub.url)
    window.add_init_script(NOTES)
    yield window
    context.close()
    refusal = re.compile(r"console: Failed to load resource.* at .*/live\?page=")
    assert [problem for problem in observer.problems if not refusal.match(problem)] == []


def opened(window: Page, stub: LiveStub, content: str) -> Stream:
    """Opens a page with that content, and its stream."""
    stub.content = main(content)
    window.goto("/open")
    stream = stub.stream()
    expect(window.locator("#live")).to_have_text("Live")
    return stream


def patched(window: Page, stream: Stream, html: str, version: str = "2") -> None:
    """Sends a patch, and returns once it is applied."""
    before = window.evaluate("window.patches")
    stream.patch(html, version)
    until(window, lambda: window.evaluate("window.patches") > before)


def until(window: Page, condition: Callable[[], bool]) -> None:
    """Waits in real time: that of the page may stand still."""
    for _ in range(600):
        if condition():
            return
        window.wait_for_timeout(25)
    raise AssertionError("it did not come true")


def keep(window: Page, *selectors: str) -> Callable[[], list[bool]]:
    """Remembers elements. What it returns tells which are still the same."""
    window.evaluate("all => { window.kept = all.map(one => document.querySelector(one)) }", selectors)
    return lambda: window.evaluate(
        "all => all.map((one, at) => document.querySelector(one) === window.kept[at])", selectors
    )


def focused(window: Page) -> str:
    """The id of what has the focus."""
    return window.evaluate("document.activeElement.id || document.activeElement.localName")


# The connection


def test_asks_for_what_the_page_names(window: Page, stub: LiveStub) -> None:
    """The stream of its main element, with the version it has."""
    stub.content = main("<p>1</p>", version="0123abcd", live="/live?page=%2Fanimals%3Fcategory%3DMammal")
    window.goto("/open")
    asked = stub.stream().asked
    assert asked.page == "/animals?category=Mammal"
    assert asked.version == "0123abcd"
    assert asked.last_event_id is None


@pytest.mark.parametrize("content", [main("<p>1</p>", live=""), "<p>1</p>"], ids=["no-stream", "no-main"])
def test_a_page_without_a_stream_is_left_alone(window: Page, stub: LiveStub, content: str) -> None:
    """And says nothing about a connection."""
    stub.content = content
    window.goto("/open")
    window.evaluate("dispatchEvent(new Event('online'))")
    stub.no_stream()
    expect(window.locator("#live")).to_be_hidden()


def test_says_live_once(window: Page, stub: LiveStub) -> None:
    """When it is connected, however much it hears then."""
    stream = opened(window, stub, '<p id="a">1</p>')
    expect(window.locator("#live")).to_be_visible()
    expect(window.locator("#live")).to_have_attribute("data-state", "live")
    stream.beat()
    patched(window, stream, '<p id="a">2</p>')
    assert window.evaluate("window.said") == ["Live"]


def test_connects_again_by_itself(window: Page, stub: LiveStub) -> None:
    """With the version it has got to, in the words of the browser."""
    stub.milliseconds_to_retry = 300
    stream = opened(window, stub, '<p id="a">1</p>')
    patched(window, stream, '<p id="a">2</p>', version="00ff")
    stream.end()
    assert stub.stream().asked.last_event_id == "00ff"
    expect(window.locator("#live")).to_have_text("Live")
    assert window.evaluate("window.said") == ["Live", "Reconnecting…", "Live"]


def test_says_since_when_it_is_offline(window: Page, stub: LiveStub) -> None:
    """After ten seconds, once, and it goes on trying."""
    window.clock.install(time="2026-03-01T08:20:30Z")
    stub.milliseconds_to_retry = 200
    stream = opened(window, stub, '<p id="a">1</p>')
    stub.trouble = "hang up"
    stream.end()
    status = window.locator("#live")
    expect(status).to_have_text("Reconnecting…")
    expect(status).to_have_attribute("data-state", "reconnecting")
    window.clock.run_for(8_000)
    expect(status).to_have_text("Reconnecting…")
    window.clock.run_for(3_000)
    expect(status).to_have_text("Offline since 14:05")
    expect(status).to_have_attribute("data-state", "offline")
    window.clock.run_for(300_000)
    stub.trouble = None
    stub.stream()
    expect(status).to_have_text("Live")
    assert window.evaluate("window.said") == ["Live", "Reconnecting…", "Offline since 14:05", "Live"]
    window.clock.run_for(20_000)
    expect(status).to_have_text("Live")


def test_a_refusal_is_followed_by_longer_and_longer_waits(window: Page, stub: LiveStub) -> None:
    """From two seconds to thirty, each with up to a second more."""
    window.clock.install()
    stream = opened(window, stub, '<p id="a">1</p>')
    window.clock.pause_at(window.evaluate("Date.now() / 1000 + 1"))
    patched(window, stream, '<p id="a">2</p>', version="beef")
    stub.trouble = 503
    stream.end()
    for times, seconds in enumerate([2, 4, 8, 16, 30, 30], start=1):
        refusals(window, stub, times)
        window.clock.run_for(seconds * 1_000 - 10)
        window.wait_for_timeout(100)
        assert stub.refused == times, f"asked again before {seconds} seconds were over"
        if times == 6:
            stub.trouble = None
        window.clock.run_for(1_020)
    asked = stub.stream().asked
    assert (asked.version, asked.last_event_id) == ("beef", None)
    expect(window.locator("#live")).to_have_text("Live")


def refusals(window: Page, stub: LiveStub, times: int) -> None:
    """Waits until so many streams were refused, and the page knows."""
    until(window, lambda: stub.refused >= times)
    window.wait_for_timeout(100)
    assert stub.refused == times


@pytest.mark.parametrize("beats", [False, True], ids=["silent", "beating"])
def test_a_silent_connection_is_a_lost_one(window: Page, stub: LiveStub, beats: bool) -> None:
    """After forty seconds without a beat."""
    window.clock.install()
    stream = opened(window, stub, '<p id="a">1</p>')
    window.clock.run_for(30_000)
    if beats:
        stream.beat()
        window.wait_for_timeout(200)
    window.clock.run_for(15_000)
    if beats:
        stub.no_stream()
        assert window.evaluate("window.said") == ["Live"]
    else:
        stream.wait_for_end()
        stub.stream()
        expect(window.locator("#live")).to_have_text("Live")
        assert window.evaluate("window.said") == ["Live", "Reconnecting…", "Live"]


def test_a_connection_that_does_not_open_is_a_lost_one(window: Page, stub: LiveStub) -> None:
    """After ten seconds."""
    window.clock.install()
    stub.trouble = "be silent"
    stub.content = main("<p>1</p>")
    window.goto("/open")
    refusals(window, stub, 1)
    stub.trouble = None
    window.clock.run_for(11_000)
    stub.stream()
    expect(window.locator("#live")).to_have_text("Live")


def test_a_hidden_page_is_not_connected(window: Page, stub: LiveStub) -> None:
    """After a minute. When it shows again it is connected at once."""
    window.clock.install()
    stream = opened(window, stub, '<p id="a">1</p>')
    patched(window, stream, '<p id="a">2</p>', version="cafe")
    window.evaluate(HIDE, True)
    for _ in range(3):
        window.clock.run_for(19_000)
        stream.beat()
        window.wait_for_timeout(100)
    assert not stream.closed.is_set()
    window.clock.run_for(4_000)
    stream.wait_for_end()
    window.evaluate("dispatchEvent(new Event('online'))")
    window.clock.run_for(300_000)
    stub.no_stream()
    window.evaluate(HIDE, False)
    assert stub.stream().asked.version == "cafe"
    assert window.evaluate("window.said") == ["Live"]


def test_a_page_that_was_hidden_shortly_stays_connected(window: Page, stub: LiveStub) -> None:
    """However often it is."""
    window.clock.install()
    stream = opened(window, stub, '<p id="a">1</p>')
    for _ in range(4):
        for hidden in (True, False):
            window.evaluate(HIDE, hidden)
            window.clock.run_for(20_000)
            stream.beat()
            window.wait_for_timeout(100)
    assert not stream.closed.is_set()
    stub.no_stream()


def test_a_network_that_is_back_is_used_at_once(window: Page, stub: LiveStub) -> None:
    """Without the wait after a refusal."""
    window.clock.install()
    stream = opened(window, stub, '<p id="a">1</p>')
    window.clock.pause_at(window.evaluate("Date.now() / 1000 + 1"))
    stub.trouble = 503
    stream.end()
    refusals(window, stub, 1)
    stub.trouble = None
    window.evaluate("dispatchEvent(new Event('online'))")
    stub.stream()
    window.evaluate("dispatchEvent(new Event('online'))")
    window.clock.run_for(20_000)
    stub.no_stream()


def test_a_page_that_is_left_is_not_connected(window: Page, stub: LiveStub) -> None:
    """And is again when the browser shows it as it was."""
    stream = opened(window, stub, '<p id="a">1</p>')
    window.evaluate("dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))")
    stream.wait_for_end()
    stub.no_stream()
    window.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    stub.stream()


# What the server sends


def test_elements_of_one_patch_change_together(window: Page, stub: LiveStub) -> None:
    """The map and the list, without one moment between."""
    stream = opened(
        window, stub, '<svg id="map"><circle r="1"/></svg><ul id="list"><li>1</li></ul><p id="rest">1</p>'
    )
    window.evaluate(
        """() => { window.seen = []; new MutationObserver(() => window.seen.push(
        document.querySelector("circle").getAttribute("r") + document.querySelector("li").textContent))
        .observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true }) }"""
    )
    patched(window, stream, '<svg id="map"><circle r="2"/></svg><ul id="list"><li>2</li></ul>')
    assert set(window.evaluate("window.seen")) == {"22"}
    expect(window.locator("#rest")).to_have_text("1")


def test_the_main_element_is_renewed_in_place(window: Page, stub: LiveStub) -> None:
    """Its attributes and its children."""
    stream = opened(window, stub, '<h1>One</h1><p id="a" class="x" lang="de">1</p>')
    same = keep(window, "#main", "h1", "#a")
    new = main('<h1>Two</h1><p id="a" class="y" dir="auto">2</p><p>New</p>', version="2")
    patched(window, stream, new.replace('class="page"', 'class="page wide"'))
    assert same() == [True, True, True]
    expected = re.sub(r"(\w+)$", r"\1", '<h1>Two</h1><p id="a" class="y" dir="auto">2</p><p>New</p>')
    assert window.locator("#main").inner_html() == expected
    expect(window.locator("#main")).to_have_attribute("class", "page wide")
    expect(window.locator("#main")).to_have_attribute("data-version", "2")


def test_the_title_changes(window: Page, stub: LiveStub) -> None:
    """When there is a new one. The title within a picture is not one."""
    stream = opened(window, stub, '<svg id="map"><title>Map</title></svg>')
    patched(window, stream, '<svg id="map"><title>Other map</title></svg>')
    expect(window).to_have_title("Open - Fieldguide")
    patched(window, stream, "<title>Cats &amp; Dogs - Fieldguide</title>" + '<svg id="map"></svg>')
    expect(window).to_have_title("Cats & Dogs - Fieldguide")
    patched(window, stream, "<title>Only that - Fieldguide</title>")
    expect(window).to_have_title("Only that - Fieldguide")


def test_lines_of_data_are_lines_of_text(window: Page, stub: LiveStub) -> None:
    """Line breaks arrive as they were."""
    stream = opened(window, stub, '<pre id="a">1</pre>')
    patched(window, stream, '<pre id="a">one\n  two\n\nfour</pre>\n')
    assert window.locator("#a").evaluate("one => one.textContent") == "one\n  two\n\nfour"


def test_pictures_are_pictures(window: Page, stub: LiveStub) -> None:
    """New shapes have the namespace of shapes, and names in their case."""
    stream = opened(window, stub, '<div id="a"><svg viewBox="0 0 1 1"><g><path d="M0 0"/></g></svg></div>')
    same = keep(window, "svg", "path")
    svg = '<svg viewBox="0 0 9 9"><g><path d="M0 0h9"/><circle r="3"/><use xlink:href="#x"/></g></svg>'
    patched(window, stream, f'<div id="a">{svg}</div>')
    assert same() == [True, True]
    assert window.evaluate(
        """[document.querySelector("circle") instanceof SVGCircleElement,
            document.querySelector("svg").viewBox.baseVal.width,
            document.querySelector("use").href.baseVal]"""
    ) == [True, 9, "#x"]
    patched(window, stream, f'<div id="a">{svg.replace("#x", "#y")}</div>')
    assert window.evaluate("document.querySelector('use').href.baseVal") == "#y"


def test_a_row_of_a_table_may_come_alone(window: Page, stub: LiveStub) -> None:
    """Though no document consists of one."""
    stream = opened(window, stub, '<table><tbody><tr id="a"><td>1</td></tr></tbody></table>')
    patched(window, stream, '<tr id="a"><td>2</td><td>3</td></tr>')
    assert window.locator("#a td").all_text_contents() == ["2", "3"]


def test_an_element_of_another_kind_takes_the_place(window: Page, stub: LiveStub) -> None:
    """With the same id: a list becomes a sentence."""
    stream = opened(window, stub, '<ul id="a"><li>1</li></ul><p>2</p>')
    patched(window, stream, '<p id="a">None</p>')
    assert window.locator("#main").inner_html() == '<p id="a">None</p><p>2</p>'


def test_scripts_do_not_run(window: Page, stub: LiveStub) -> None:
    """They do not even come into the page."""
    stream = opened(window, stub, '<div id="a"></div>')
    script = "<script src='/live.js'></script><script>window.hacked = true</script>"
    patched(window, stream, f'<div id="a"><p>2</p>{script}<svg>{script}</svg></div>')
    assert window.evaluate("window.hacked") is None
    expect(window.locator("#main script")).to_have_count(0)


def test_an_unknown_element_brings_everything(window: Page, stub: LiveStub) -> None:
    """Nothing of such a patch is applied. Asks without a version, and not
    again within five seconds."""
    window.clock.install()
    stream = opened(window, stub, '<p id="a">1</p>')
    window.clock.pause_at(window.evaluate("Date.now() / 1000 + 1"))
    stream.patch('<title>No</title><p id="a">2</p><p id="unknown">2</p>')
    stream.wait_for_end()
    window.clock.run_for(10)
    stream = stub.stream()
    assert (stream.asked.version, stream.asked.last_event_id) == ("", None)
    expect(window.locator("#a")).to_have_text("1")
    expect(window).to_have_title("Open - Fieldguide")
    stream.patch('<p id="unknown">2</p>')
    stream.wait_for_end()
    window.clock.run_for(4_500)
    stub.no_stream()
    window.clock.run_for(600)
    stream = stub.stream()
    patched(window, stream, main('<p id="b">3</p>', version="3"), version="3")
    expect(window.locator("#main")).to_have_text("3")
    assert window.evaluate("window.said") == ["Live"]


def test_goes_where_the_page_has_moved(window: Page, stub: LiveStub) -> None:
    """In the place of this one, so the way back does not lead to it."""
    window.goto("/before")
    stub.stream()
    stream = opened(window, stub, "<p>1</p>")
    stream.go("/animals?category=Bird#list")
    window.wait_for_url("**/animals?category=Bird#list")
    window.go_back()
    window.wait_for_url("**/before")


@pytest.mark.parametrize(
    "path",
    ["//127.0.0.2/", "/\\127.0.0.2/", "/\t/127.0.0.2/", "https://127.0.0.2/", "javascript:alert(1)", "animals", ""],
)
def test_goes_nowhere_else(window: Page, stub: LiveStub, path: str) -> None:
    """What does not lead to this site is not followed."""
    stream = opened(window, stub, '<p id="a">1</p>')
    stream.go(path)
    patched(window, stream, '<p id="a">2</p>')
    window.wait_for_timeout(100)
    assert window.url == f"{stub.url}/open"


def test_goes_not_away_from_a_form_that_is_filled_in(window: Page, stub: LiveStub) -> None:
    """A notice leads there."""
    stream = opened(window, stub, FORM.format("Cat"))
    window.locator("#name").fill("My cat")
    stream.go("/animals?category=Bird")
    expect(window.locator("#main .notice")).to_have_text(NOTICE)
    expect(window.get_by_role("link", name="Reload")).to_have_attribute("href", "/animals?category=Bird")
    expect(window.locator("#name")).to_have_value("My cat")


# Elements


def test_elements_with_an_id_are_kept(window: Page, stub: LiveStub) -> None:
    """In a new order, with new ones between, without those that are gone."""
    rows = "".join(ADDRESS.format(name) for name in "abcd")
    stream = opened(window, stub, f'<div id="list">{rows}</div>')
    same = keep(window, "#d", "#a", "#b")
    patched(window, stream, f'<div id="list">{"".join(ADDRESS.format(name) for name in "dxab")}</div>')
    assert same() == [True, True, True]
    assert window.locator("#list a").all_text_contents() == list("dxab")


def test_rows_without_an_id_are_known_by_where_they_lead(window: Page, stub: LiveStub) -> None:
    """A new row before them does not make others of them."""
    row = '<li><a href="/{0}">{0} {1}</a></li>'
    stream = opened(window, stub, f'<ul id="list">{row.format("b", 1)}{row.format("c", 1)}</ul>')
    window.get_by_role("link", name="c 1").focus()
    patched(
        window, stream, f'<ul id="list">{"".join(row.format(name, 2) for name in "abc")}</ul>'
    )
    assert window.evaluate("document.activeElement.textContent") == "c 2"
    assert window.locator("#list a").all_text_contents() == ["a 2", "b 2", "c 2"]


def test_other_elements_are_known_by_class_and_place(window: Page, stub: LiveStub) -> None:
    """First by class, then by the place among those of that name."""
    stream = opened(window, stub, '<div id="a"><p class="x">1</p><p class="y">2</p><b>3</b></div>')
    same = keep(window, ".y", "b")
    patched(window, stream, '<div id="a">Text<p class="y">4</p><i>5</i><b class="z">6</b></div>')
    assert same() == [True, True]
    assert window.locator("#a").inner_html() == 'Text<p class="y">4</p><i>5</i><b class="z">6</b>'


@pytest.mark.parametrize("order", ["abcd", "dcba", "cabd", "xbcy", "bxyza", "b"])
def test_the_focus_stays(window: Page, stub: LiveStub, order: str) -> None:
    """On a link within a list that changes around it. It never leaves it."""
    rows = "".join(ADDRESS.format(name) for name in "abcd")
    stream = opened(window, stub, f'<div><div id="list">{rows}</div></div>')
    window.locator("#b").focus()
    window.evaluate("() => document.addEventListener('focusout', () => { window.left = true })")
    new = "".join(f'<a id="{name}" href="/new">{name} new</a>' for name in order)
    patched(window, stream, f'<div id="list">{new}</div>')
    assert focused(window) == "b"
    assert window.evaluate("window.left") is None
    assert window.locator("#list a").all_text_contents() == [f"{name} new" for name in order]


def test_the_focus_of_what_is_gone_goes_to_what_was_around_it(window: Page, stub: LiveStub) -> None:
    """To the next element with an id, and stays there. Nothing scrolls."""
    section = '<section id="list">{0}</section><p class="high"></p><p class="high"></p>'
    stream = opened(window, stub, section.format('<div><a id="a" href="/a">a</a></div>'))
    window.locator("#a").focus()
    window.evaluate("scrollTo(0, 200)")
    patched(window, stream, main(section.format("None")))
    assert focused(window) == "list"
    assert window.evaluate("scrollY") == 200
    patched(window, stream, main(section.format("Again none")))
    assert focused(window) == "list"
    patched(window, stream, main("<p>Nothing</p>"))
    assert focused(window) == "main"


def test_the_focus_leaves_what_is_disabled(window: Page, stub: LiveStub) -> None:
    """Where keys would be lost."""
    form = '<section id="list"><form action="/a"><button id="a"{0}>Refresh</button></form></section>'
    stream = opened(window, stub, form.format(""))
    window.locator("#a").focus()
    patched(window, stream, main(form.format(" disabled")))
    assert focused(window) == "list"


def test_the_focus_is_not_taken(window: Page, stub: LiveStub) -> None:
    """Where nothing had it, nothing gets it."""
    stream = opened(window, stub, '<p id="a">1</p>')
    patched(window, stream, main("<p>2</p>"))
    assert focused(window) == "body"


def test_what_is_scrolled_stays_scrolled(window: Page, stub: LiveStub) -> None:
    """Also with new elements before it."""
    box = '<div id="box" class="scrolls"><p class="high">{0}</p></div>'
    stream = opened(window, stub, box.format(1))
    window.locator("#box").evaluate("box => { box.scrollTop = 120 }")
    patched(window, stream, main("<p>New</p>" + box.format(2)))
    expect(window.locator("#box")).to_have_text("2")
    assert window.locator("#box").evaluate("box => box.scrollTop") == 120


def test_what_is_selected_stays_selected(window: Page, stub: LiveStub) -> None:
    """Text that did not change is not written again."""
    stream = opened(window, stub, '<p id="a">Same text</p><p id="b">1</p>')
    window.evaluate("getSelection().selectAllChildren(document.getElementById('a'))")
    patched(window, stream, main('<p id="a">Same text</p><p id="b">2</p>'))
    assert window.evaluate("getSelection().toString()") == "Same text"


def test_which_details_are_open_is_the_readers(window: Page, stub: LiveStub) -> None:
    """Those opened stay open, those closed closed; new ones are as served."""
    details = '<details id="{0}"{1}><summary>{2}</summary>Text</details>'
    stream = opened(window, stub, details.format("a", "", 1) + details.format("b", " open", 1))
    for name in "ab":
        window.locator(f"#{name} summary").click()
    new = details.format("a", "", 2) + details.format("b", " open", 2) + details.format("c", " open", 2)
    patched(window, stream, main(new))
    opens = window.evaluate("[...document.querySelectorAll('details')].map(one => one.open)")
    assert opens == [True, False, True]
    assert window.locator("summary").all_text_contents() == ["2", "2", "2"]


# Forms

CONTROLS = (
    '<input type="hidden" name="version" value="{0}"><input id="text" name="text" value="{0}">'
    '<input id="box" type="checkbox" name="box"{1}><input type="radio" name="r" value="1"{1}>'
    '<input id="radio" type="radio" name="r" value="2"{2}><input type="color" name="c" value="#112233"><input type="range" name="n">'
    '<textarea id="area" name="area">\n{0}&#13;\nline</textarea>'
    '<select id="one" name="one"><option>1<option>2<option{1}>3</select>'
    '<select id="many" name="many" multiple><option{2}>1<option{1}>2</select>'
    '<select id="plain" name="plain"><option disabled>0<option>1<option>2</select>'
    '<input name="reset"><input name="id"><button>Save</button>'
)
PAGE = '<div><p id="above">{0}</p><form action="/save" class="f{0}">{1}</form><p id="below">{0}</p></div>'
OLD = PAGE.format(1, CONTROLS.format("old", " checked selected", ""))
NEW = PAGE.format(2, CONTROLS.format("new", "", " checked selected"))
STATE = """() => [...document.querySelectorAll("#text, #box, #radio, #area, #one, #many")].map(one =>
  one.type === "select-multiple" ? [...one.selectedOptions].map(option => option.text).join()
    : "checked" in one && one.type !== "text" ? one.checked : one.value)"""


def test_a_form_that_nobody_fills_in_is_renewed(window: Page, stub: LiveStub) -> None:
    """All that its controls hold, even where somebody had changed it and back."""
    stream = opened(window, stub, OLD)
    assert window.evaluate(STATE)[0:2] == ["old", True]
    window.locator("#text").fill("typed")
    window.locator("#text").fill("old")
    window.locator("#box").uncheck()
    window.locator("#box").check()
    window.locator("#radio").check()
    window.locator("[name=r][value='1']").check()
    window.locator("#area").fill("typed")
    window.locator("#area").fill("old\n\nline")
    window.locator("#area").fill("old\nline")
    window.get_by_role("button").focus()
    same = keep(window, "form", "#text", "#area", "button")
    patched(window, stream, main(NEW))
    assert window.evaluate(STATE) == ["new", False, True, "new\nline", "1", "1"]
    expect(window.locator("form")).to_have_class("f2")
    expect(window.locator(".notice")).to_have_count(0)
    assert same() == [True] * 4
    assert window.evaluate("document.activeElement.localName") == "button"


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
        "#many.options[0].selected = true",
        "#plain.selectedIndex = 2",
    ],
)
def test_a_form_that_is_filled_in_is_left_alone(window: Page, stub: LiveStub, fill: str) -> None:
    """Whole, and a notice says so, once. What is around it is renewed."""
    stream = opened(window, stub, OLD)
    control, action = re.match(r"(#\w+)(.*)", fill).groups()
    window.evaluate(f"document.querySelector('{control}'){action}")
    before = window.evaluate(STATE), window.locator("form").evaluate("form => form.outerHTML"), focused(window)
    same = keep(window, "form", control)
    for version in "234":
        patched(window, stream, main(NEW, version=version), version)
        notice = window.locator(".notice")
        if version == "2":
            notice.evaluate("notice => { window.notice = notice }")
    after = window.evaluate(STATE), window.locator("form").evaluate("form => form.outerHTML"), focused(window)
    assert after == before
    assert same() == [True, True]
    expect(window.locator("#above")).to_have_text("2")
    expect(window.locator("#below")).to_have_text("2")
    expect(notice).to_have_text(NOTICE)
    expect(notice).to_have_role("status")
    assert notice.evaluate("one => one === window.notice && one.nextElementSibling.localName === 'form'")


def test_a_form_that_is_filled_in_and_did_not_change_has_no_notice(window: Page, stub: LiveStub) -> None:
    """Whatever changes around it, and whatever the reader opens in it."""
    form = '<form action="/"><details class="more"><summary>More</summary><input id="a"></details></form>'
    stream = opened(window, stub, f"<p>1</p>{form}")
    window.locator("summary").click()
    window.locator("#a").fill("typed")
    patched(window, stream, main(f"<p>2</p>{form}"))
    expect(window.locator(".notice")).to_have_count(0)
    expect(window.locator("#a")).to_have_value("typed")
    expect(window.locator("p").first).to_have_text("2")


def test_the_notice_leads_to_this_page(window: Page, stub: LiveStub) -> None:
    """Which the reader loads again, when ready."""
    stub.content = main(FORM.format("Cat"))
    window.goto("/open?edit=cat#main")
    window.locator("#name").fill("My cat")
    patched(window, stub.stream(), FORM.format("Dog"))
    window.get_by_role("link", name="Reload").click()
    stub.stream()
    assert window.url == f"{stub.url}/open?edit=cat"
    expect(window.locator("#name")).to_have_value("Cat")


def test_the_notice_goes_with_its_reason(window: Page, stub: LiveStub) -> None:
    """When the form is as it was, and when nobody fills it in any more."""
    stream = opened(window, stub, FORM.format("Cat"))
    window.locator("#name").fill("My cat")
    patched(window, stream, main(FORM.format("Dog")))
    expect(window.locator(".notice")).to_have_count(1)
    patched(window, stream, main(FORM.format("Cat")))
    expect(window.locator(".notice")).to_have_count(0)
    patched(window, stream, main(FORM.format("Dog")))
    expect(window.locator(".notice")).to_have_count(1)
    window.locator("#name").fill("Cat")
    window.locator("#name").blur()
    patched(window, stream, main(FORM.format("Dog")))
    expect(window.locator(".notice")).to_have_count(0)
    expect(window.locator("#name")).to_have_value("Dog")


@pytest.mark.parametrize("new", ["<p>1</p><p>2</p>", "", '<form action="/other"><button>B</button></form>'])
def test_a_form_that_is_filled_in_is_never_removed(window: Page, stub: LiveStub, new: str) -> None:
    """It stays with what is around it and the notice, as long as it is filled in."""
    old = f'<p>0</p><div class="sheet"><dialog open>{FORM.format("Cat")}</dialog></div>'
    stream = opened(window, stub, old)
    window.locator("#name").fill("My cat")
    same = keep(window, "#form")
    for version in "23":
        patched(window, stream, main(new, version=version), version)
        assert same() == [True]
        expect(window.locator("#name")).to_have_value("My cat")
        expect(window.locator("#main dialog > .notice")).to_have_text(NOTICE)
        assert window.locator("#main p:not(.notice)").all_text_contents() == re.findall(r"<p>(\d)", new)
    window.locator("#name").fill("Cat")
    window.locator("#name").blur()
    patched(window, stream, main(new, version="4"), "4")
    assert window.locator("#main").inner_html() == new


def test_a_part_of_a_form_that_is_filled_in_is_left_alone(window: Page, stub: LiveStub) -> None:
    """When a patch is for that part only."""
    stream = opened(window, stub, f'<form><div id="part">1</div><input id="a"></form>')
    window.locator("#a").fill("typed")
    patched(window, stream, '<div id="part">2</div>')
    expect(window.locator("#part")).to_have_text("1")
    expect(window.locator(".notice")).to_have_count(1)


def test_other_forms_are_renewed(window: Page, stub: LiveStub) -> None:
    """Beside one that is filled in, in whatever order they stand."""
    form = '<form action="/{0}"><input id="{0}" value="{1}"></form>'
    stream = opened(window, stub, form.format("a", 1) + form.format("b", 1))
    window.locator("#a").fill("typed")
    patched(window, stream, main(form.format("b", 2)))
    expect(window.locator("#a")).to_have_value("typed")
    expect(window.locator("#b")).to_have_value("2")
    expect(window.locator(".notice + form #a")).to_have_count(1)
