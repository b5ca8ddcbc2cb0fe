public import Markup

/// One state of a component or page, with a name, for people to look at and
/// for snapshot tests to compare.
public struct Preview: Sendable {
  /// The name of the state, as in `empty-category`.
  public let name: String
  /// What is special about it, in a few words.
  public let note: String
  /// Whether a dialog is open in it.
  public let hasDialog: Bool
  private let render: @Sendable () -> Bytes

  public init(
    _ name: String, note: String, hasDialog: Bool = false,
    @HTMLBuilder content: @escaping @Sendable () -> some HTML
  ) {
    self.name = name
    self.note = note
    self.hasDialog = hasDialog
    self.render = { content().rendered() }
  }

  /// The bytes of the state.
  public func rendered() -> Bytes { render() }
}
