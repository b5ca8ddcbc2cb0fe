import ImmutableUI
import Look
import Markup
import Testing

@Suite struct FieldTests {
  private struct Form: Equatable, Sendable { var title = "Photos <1>" }

  @Test func `A binding can be a hidden field`() {
    let store = MockViewStore<Form, String>(viewState: Form())
    #expect(
      store.binding(\.title) { $0 }.field("title").renderedString()
        == #"<input type="hidden" name="title" value="Photos &lt;1&gt;">"#)
  }

  @Test(
    arguments: [
      (nil, nil, nil, nil),
      ("Too long.", nil, "true", "name-error"),
      (nil, "200 characters.", nil, "name-hint"),
      ("Too long.", "200 characters.", "true", "name-error name-hint"),
    ] as [(String?, String?, String?, String?)])
  func `A control is described by the error and the hint of its field`(
    error: String?, hint: String?, invalid: String?, description: String?
  ) {
    let field = Field("Name", id: "name", error: error, hint: hint) { attributes in
      #expect(attributes.invalid == invalid)
      #expect(attributes.description == description)
      return input().id("name")
    }
    #expect(
      field.renderedString()
        == #"<div class="field"><label for="name">Name</label><input id="name">"#
        + (error == nil ? "" : #"<p class="error" id="name-error">Too long.</p>"#)
        + (hint == nil ? "" : #"<p class="hint" id="name-hint">200 characters.</p>"#)
        + "</div>")
  }
}
