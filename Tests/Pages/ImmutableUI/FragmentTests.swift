import Markup
import Testing

@testable import ImmutableUI

@Suite struct FragmentTests {
  private struct Greeting: Presenter {
    let state: String

    var body: some HTML { p { state } }
  }

  @Test func `A fragment renders its presenter and reports it`() {
    let log = EventLog()
    var writer = ByteWriter(onFragment: { log.append($0) })
    Fragment("greeting", Greeting(state: "Hello")).render(into: &writer)
    #expect(String(writer.finish()) == "<p>Hello</p>")
    #expect(log.take() == ["greeting"])
  }

  @Test func `A fragment renders without an observer`() {
    #expect(Fragment("greeting", Greeting(state: "Hello")).renderedString() == "<p>Hello</p>")
  }

  @Test func `A fragment is rendered again only if it differs`() {
    let log = EventLog()
    let first = TestPage().rendered(onFragment: { log.append($0) })
    #expect(log.take() == ["one", "two"])
    let second = TestPage(line: "a longer line", items: [("one", "1"), ("two", "changed")])
    let reused = second.rendered(reusing: first, onFragment: { log.append($0) })
    #expect(log.take() == ["two"])
    #expect(String(reused.bytes) == String(second.rendered().bytes))
    let again = second.rendered(reusing: reused, onFragment: { log.append($0) })
    #expect(log.take() == [])
    #expect(String(again.bytes) == String(reused.bytes))
  }

  @Test func `An equal state of another presenter is a different fragment`() {
    struct Shout: Presenter {
      let state: String
      var body: some HTML { strong { state } }
    }
    struct Number: Presenter {
      let state: Int
      var body: some HTML { p { String(state) } }
    }
    var writer = ByteWriter()
    Fragment("greeting", Greeting(state: "1")).render(into: &writer)
    let earlier = writer.finishWithFragments()
    var next = ByteWriter(reusing: earlier)
    Fragment("greeting", Shout(state: "1")).render(into: &next)
    Fragment("greeting", Number(state: 1)).render(into: &next)
    #expect(String(next.finish()) == "<strong>1</strong><p>1</p>")
  }
}
