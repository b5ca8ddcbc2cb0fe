public import Markup

/// One state of a component or page, with a name, for people to look at and
/// for snapshot tests to compare.
public struct Preview: HTML {
  /// The name of the state, as in `empty-category`.
  public let name: String
  /// What is special about it, in a few words.
  public let note: String
  /// What its window is called.
  public let title: String
  /// Whether a dialog is open in it.
  public let hasDialog: Bool
  private let content: @Sendable (inout ByteWriter) -> Void

  public init(
    _ name: String, note: String, title: String, hasDialog: Bool = false,
    @HTMLBuilder content: () -> some HTML
  ) {
    self.name = name
    self.note = note
    self.title = title
    self.hasDialog = hasDialog
    let content = content()
    self.content = { content.render(into: &$0) }
  }

  public func render(into writer: inout ByteWriter) {
    content(&writer)
  }
}
