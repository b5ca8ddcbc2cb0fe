public import Markup

/// A small part of a fragment that is sent alone when it changes, such as a number in a header or
/// a row of a list.
///
/// Unlike a `Fragment`, it has no view state of its own and is rendered with what is around it.
///
/// ```swift
/// import Markup
///
/// let count = LivePart("count") { id in p { "3 plants" }.id(id) }
/// print(count.renderedString())  // <p id="count">3 plants</p>
/// ```
public struct LivePart<Content: HTML>: HTML {
  private let id: String
  private let content: Content

  /// - Parameters:
  ///   - id: The `id` of the element.
  ///   - content: The element, which is passed its `id`.
  public init(_ id: String, @HTMLBuilder content: (_ id: String) -> Content) {
    self.id = id
    self.content = content(id)
  }

  public func render(into writer: inout ByteWriter) {
    // This state equals none, so nothing is reused.
    writer.appendFragment(id: id, of: Double.nan, by: Self.self) { content.render(into: &$0) }
  }
}
