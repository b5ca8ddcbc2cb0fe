public import Markup

/// A sentence about something that people named.
///
/// The name is isolated from the words around it, since it may be written in
/// the other direction.
public struct Phrase: Component, Hashable {
  private let before: String
  private let name: String
  private let after: String

  /// - Parameters:
  ///   - before: what stands before the name.
  ///   - name: the name as it was typed; empty where there is none.
  ///   - after: what stands after it.
  public init(_ before: String, name: String = "", _ after: String = "") {
    self.before = before
    self.name = name
    self.after = after
  }

  /// The sentence where no markup can stand, as in a window's title.
  public var text: String { before + name + after }

  public var body: some HTML {
    before
    if !name.isEmpty { bdi { name } }
    after
  }
}
