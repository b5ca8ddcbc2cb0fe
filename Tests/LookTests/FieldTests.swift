import ImmutableUI
import Look
import Markup
import Testing

@Suite struct FieldTests {
  private struct Form: Equatable, Sendable { var title = "Photos <1>" }

  @Test func `A binding is sent as a hidden field`() {
    let store = MockViewStore<Form, String>(viewState: Form())
    #expect(
      store.binding(\.title) { $0 }.field("title").renderedString()
        == #"<input type="hidden" name="title" value="Photos &lt;1&gt;">"#)
  }
}
