"""Invalid forms: the input is kept, and errors are shown beside the fields."""

from __future__ import annotations

from playwright.sync_api import Page, Response, expect

import people

ERRORS = {
    "name": "Enter the name.",
    "diet": "Choose the diet.",
    "categoryId": "Choose a category.",
}


def save(page: Page) -> Response:
    """Submits the open form, and returns the response."""
    with page.expect_navigation() as navigation:
        page.get_by_role("button", name="Save", exact=True).click()
    answer = navigation.value
    assert answer is not None and answer.request.method == "POST"
    return answer


def errors(page: Page) -> dict[str, str]:
    """Returns the error of each field, by the accessible description of the field."""
    found = {}
    for field in ["name", "diet", "categoryId", "note"]:
        control = page.locator("fieldset" if field == "diet" else f"#{field}")
        for described_by in (control.get_attribute("aria-describedby") or "").split():
            text = page.locator(f"#{described_by}.error")
            if text.count():
                found[field] = text.inner_text()
    return found


def test_nothing_filled_in(fresh_page: Page) -> None:
    """Each field has its error, and the summary links to each field."""
    page = fresh_page
    page.goto("/animals?dialog=add")
    assert save(page).status == 422
    expect(page.get_by_role("dialog", name="Add animal")).to_be_visible()
    assert page.title().startswith("Error: ")
    assert errors(page) == ERRORS
    expect(page.get_by_role("alert")).to_be_focused()
    assert page.get_by_role("alert").get_by_role("link").all_inner_texts() == [
        f"Name: {ERRORS['name']}",
        f"Diet: {ERRORS['diet']}",
        f"Category: {ERRORS['categoryId']}",
    ]
    for field, error in ERRORS.items():
        page.get_by_role("alert").get_by_role("link", name=error).click()
        expect(page.locator(f"#{field}")).to_be_focused()
        expect(page.locator(f"#{field}")).to_be_in_viewport()


def test_an_invalid_field_can_be_corrected(fresh_page: Page) -> None:
    """The form that is shown again can be submitted."""
    page = fresh_page
    people.start(page)
    people.choose(page, "Bird")
    people.open_editor(page)
    assert save(page).status == 422
    page.get_by_label("Name").fill("Kea")
    page.get_by_label("Omnivore").check()
    page.get_by_role("button", name="Save", exact=True).click()
    expect(people.outcome(page)).to_contain_text("Added Kea")
    assert people.listed(page) == ["House sparrow", "Kea"]


def test_an_edit_that_is_invalid(fresh_page: Page) -> None:
    """An edit keeps the input as well, and Cancel keeps the stored values."""
    page = fresh_page
    page.goto("/animals?category=Mammal&animal=Dog&dialog=edit")
    page.get_by_label("Name").fill("")
    page.get_by_label("Herbivore").check()
    assert save(page).status == 422
    assert errors(page) == {"name": ERRORS["name"]}
    expect(page.get_by_label("Name")).to_have_value("")
    expect(page.get_by_label("Herbivore")).to_be_checked()
    page.get_by_role("link", name="Cancel").click()
    expect(page.get_by_role("heading", name="Dog")).to_be_visible()


def test_going_back_to_a_form(fresh_page: Page) -> None:
    """The browser restores all that was typed and chosen."""
    page = fresh_page
    page.goto("/animals?category=Mammal&dialog=add")
    page.get_by_label("Name").fill("Red panda")
    page.get_by_label("Omnivore").check()
    page.get_by_label("Category").select_option("Bird")
    page.get_by_role("link", name="Cancel").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.go_back()
    expect(page.get_by_label("Name")).to_have_value("Red panda")
    expect(page.get_by_label("Omnivore")).to_be_checked()
    expect(page.get_by_label("Category")).to_have_value("Bird")
