"""The rules of forms that are about Firefox, which fills the forms of a reloaded page with what
was entered before, and with the choices that were shown before."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import web
from firefox import FIREFOX, Firefox
from server import Server

pytestmark = pytest.mark.skipif(FIREFOX is None, reason="needs Firefox, or FIELDGUIDE_FIREFOX")

EDIT = "/animals?animal=Dog&dialog=edit"
FORM = """[...document.querySelectorAll(".dialog :is(#name, [type=radio]:checked, #categoryId)")]
  .map(one => one.value).join()"""


@pytest.fixture(scope="module")
def firefox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Firefox]:
    """A window. It takes longer to open than to use: each test has a server of its own."""
    firefox = Firefox(tmp_path_factory.mktemp("profile"))
    yield firefox
    firefox.close()


def test_a_reload_keeps_what_was_entered(firefox: Firefox, fresh_server: Server) -> None:
    """While the stored version is the same."""
    firefox.open(fresh_server.url + EDIT)
    firefox.type("#name", "Wolf")
    firefox.click("[value=Omnivore]")
    firefox.reload()
    assert firefox.evaluate(FORM) == "Wolf,Omnivore,Mammal"


# A document whose body has not come yet has no active element.
FOCUS = """document.activeElement?.matches(".notice") ? "notice"
  : document.activeElement?.innerText.trim().replace(/\\s+/g, " ")"""
ESCAPE = """document.querySelector("#main").dispatchEvent(
  new KeyboardEvent("keydown", {key: "Escape", bubbles: true}))"""


@pytest.mark.parametrize(
    ("opener", "names"),
    [("#open-add", ("Add animal", "Add animal")), ("#open-edit", ("Edit", "Edit")),
     ("#open-delete", ("More", "notice"))],
)  # fmt: skip
def test_the_focus_returns_to_what_has_opened_a_dialog(
    firefox: Firefox, fresh_server: Server, opener: str, names: tuple[str, str]
) -> None:
    """After Cancel, Escape and Save, as in Chromium."""
    before, after = names
    confirm = ".dialog .primary, .dialog .danger"
    for end, expected in ((".dialog .actions a", before), (None, before), (confirm, after)):
        firefox.open(fresh_server.url + "/animals?category=Mammal&animal=Dog")
        firefox.click(opener)
        if opener == "#open-delete":
            firefox.click("#open-delete-list .danger")
        web.until(lambda: firefox.evaluate("!!document.querySelector('.dialog')"), every=0.2)
        if opener == "#open-add" and end and "primary" in end:
            firefox.evaluate("document.querySelector('#name').value = 'Okapi'")
            firefox.evaluate("document.querySelector('[value=Herbivore]').checked = true")
        if end:
            firefox.click(end)
        else:
            firefox.evaluate(ESCAPE)
        web.until(lambda: not firefox.evaluate("!!document.querySelector('.dialog')"), every=0.2)
        web.until(lambda: firefox.evaluate(FOCUS) == expected, within=10, every=0.2)


@pytest.mark.parametrize("is_chosen", [False, True])
def test_a_reload_shows_the_values_of_one_version(
    firefox: Firefox, fresh_server: Server, is_chosen: bool
) -> None:
    """An old choice is not restored into the form of a newer version: saving it would
    overwrite a change that the visitor has not seen."""
    firefox.open(fresh_server.url + EDIT)
    if is_chosen:
        firefox.click("[value=Omnivore]")
    web.rename(fresh_server.url, "Dog", "Dingo", diet="Herbivore", category="Reptile")
    firefox.reload()
    assert firefox.evaluate(FORM) == "Dingo,Herbivore,Reptile"
    firefox.type("#name", "Wolf")
    firefox.click(".dialog .primary")
    firefox.open(fresh_server.url + EDIT)
    assert firefox.evaluate(FORM) == "Wolf,Herbivore,Reptile"
