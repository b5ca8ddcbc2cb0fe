import Foundation
import ImmutableUI
public import Markup

/// A text in which the words that a search has found are marked.
///
/// ```swift
/// import Markup
///
/// let name = FoundText("Afghan Hound") { $0.lowercased() == "hound" }
/// print(name.renderedString())  // Afghan <mark>Hound</mark>
/// ```
public struct FoundText: Component, Hashable {
  /// Some words, and what is between them.
  struct Part: Hashable {
    var text: String
    let isFound: Bool
  }

  private(set) var parts: [Part] = []

  /// - Parameters:
  ///   - text: the text.
  ///   - isFound: returns true for a word that the search has found. O(length of the text)
  ///     calls.
  public init(_ text: String, where isFound: (_ word: String) -> Bool) {
    var word = ""
    for character in text {
      if character.isLetter || character.isNumber {
        word.append(character)
      } else {
        append(word, isFound)
        word = ""
        append(Part(text: String(character), isFound: false))
      }
    }
    append(word, isFound)
  }

  /// A text without marks.
  public init(_ text: String) { parts = [Part(text: text, isFound: false)] }

  /// Marks the words that contain one of the searched ones, without regard to case.
  ///
  /// - Parameters:
  ///   - text: the text.
  ///   - words: the searched words.
  public init(_ text: String, containing words: [String]) {
    self.init(text) { word in
      words.contains { word.range(of: $0, options: Self.folding) != nil }
    }
  }

  private static let folding: String.CompareOptions = [
    .caseInsensitive, .diacriticInsensitive, .widthInsensitive,
  ]

  private mutating func append(_ word: String, _ isFound: (String) -> Bool) {
    if !word.isEmpty { append(Part(text: word, isFound: isFound(word))) }
  }

  private mutating func append(_ part: Part) {
    if let last = parts.last, last.isFound == part.isFound {
      parts[parts.count - 1].text += part.text
    } else {
      parts.append(part)
    }
  }

  /// The text without marks.
  public var text: String { parts.map(\.text).joined() }

  /// The parts of the text that are marked.
  public var found: [String] { parts.filter(\.isFound).map(\.text) }

  public var body: some HTML {
    ForEach(parts) { part in
      if part.isFound { mark { part.text } } else { part.text }
    }
  }
}
