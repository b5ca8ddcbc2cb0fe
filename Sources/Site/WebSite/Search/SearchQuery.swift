public import Look
import TextSearch

/// The text that a visitor searches all guides for.
///
/// ```swift
/// import Look
///
/// let query = SearchQuery(" north  sea ")
/// print(query.text)  // north  sea
/// print(query.marked("Quake in the North Sea").found)  // ["North", "Sea"]
/// ```
public struct SearchQuery: Hashable, Sendable {
  /// The text without white space at its ends. It is not empty, and no longer than
  /// `QueryText` allows.
  public let text: String
  private let words: [SearchText]

  /// - Parameter text: the text, as typed.
  public init(_ text: String) {
    let start = text.drop(while: \.isWhitespace)
    let end = start.lastIndex { !$0.isWhitespace }
    self.text = end.map { String(start[...$0]) } ?? ""
    words = self.text.split { !$0.isLetter && !$0.isNumber }.map { SearchText(String($0)) }
  }

  /// Returns a text in which the words are marked that contain one of the searched words,
  /// without regard to case and accents.
  public func marked(_ text: String) -> FoundText {
    FoundText(text) { word in
      let word = SearchText(word)
      return words.contains { word.contains($0) }
    }
  }
}
