public import Markup

/// A sentence that may contain a name which a visitor entered.
///
/// The name is isolated from the surrounding text, because it may run in the
/// other direction.
///
/// ```swift
/// import Markup
///
/// let phrase = Phrase("“", name: "Newt", "” was saved.")
/// print(phrase.text)  // “Newt” was saved.
/// print(phrase.renderedString())  // “<bdi>Newt</bdi>” was saved.
/// ```
public struct Phrase: Component, Hashable {
  private let before: String
  private let name: String
  private let after: String

  /// - Parameters:
  ///   - before: the text before the name.
  ///   - name: the name as it was entered; empty for none.
  ///   - after: the text after the name.
  public init(_ before: String, name: String = "", _ after: String = "") {
    self.before = before
    self.name = name
    self.after = after
  }

  /// The sentence as plain text, for a document title.
  public var text: String { before + name + after }

  public var body: some HTML {
    before
    if !name.isEmpty { bdi { name } }
    after
  }
}
