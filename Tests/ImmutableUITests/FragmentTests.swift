import Markup
import Testing

@testable import ImmutableUI

@Suite struct FragmentTests {
  private struct Greeting: Presenter {
    let state: String

    var body: some HTML { p { state } }
  }

  @Test func `it renders its presenter, and says so`() {
    let log = EventLog()
    var writer = ByteWriter { log.append($0) }
    Fragment("Greeting", Greeting(state: "Hello")).render(into: &writer)
    #expect(String(writer.finish()) == "<p>Hello</p>")
    #expect(log.take() == ["Greeting"])
  }

  @Test func `it renders where nobody listens`() {
    #expect(Fragment("Greeting", Greeting(state: "Hello")).renderedString() == "<p>Hello</p>")
  }
}
