import ImmutableUI
import Markup

/// A page with a line of text and a few fragments.
struct TestPage {
  struct Item: Presenter {
    struct ViewState: Equatable, Sendable {
      let id: String
      let text: String
    }

    let state: ViewState

    var body: some HTML { p { state.text }.id(state.id) }
  }

  var title = "Title"
  var frame = "frame"
  var line = "line"
  var items = [("one", "1"), ("two", "2")]
  var personal: String?

  func rendered(
    reusing earlier: RenderedPage? = nil, onFragment: (@Sendable (String) -> Void)? = nil
  ) -> RenderedPage {
    var writer = ByteWriter(reusing: earlier?.markup, onFragment: onFragment)
    writer.append(literal: "<html><main>")
    let start = writer.count
    Text(line).render(into: &writer)
    for (id, text) in items {
      Fragment(id, Item(state: .init(id: id, text: text))).render(into: &writer)
    }
    if let personal {
      Fragment("own", isPersonal: true, Item(state: .init(id: "own", text: personal)))
        .render(into: &writer)
    }
    let content = start..<writer.count
    writer.append(literal: "</main></html>")
    var digest = Digest()
    digest.update("\(title)\(line)\(items)\(personal != nil)")
    return RenderedPage(
      title: title, frame: frame, version: digest.text, markup: writer.finishWithFragments(),
      main: start - 6..<content.upperBound + 7, content: content)
  }
}
