import Look
import Markup
import Testing

extension Icon.Shape {
  fileprivate static let drop = Icon.Shape(path: "M12 3\"")
}

struct IconTests {
  @Test func `A guide has an icon of its own`() {
    let html = Icon(.drop).renderedString()
    #expect(
      html
        == #"<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">"#
        + #"<path d="M12 3&quot;"></path></svg>"#)
    #expect(Icon.Shape.drop == Icon.Shape { path().d("M12 3\"") })
    #expect(Icon.Shape.drop != .leaf)
  }
}
