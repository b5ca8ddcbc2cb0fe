import Foundation

/// The limit on free text in query items.
///
/// Every link of a page repeats the page's query, so a long text multiplies the
/// size of a page with hundreds of links.
///
/// ```swift
/// let search = String(repeating: "a", count: 500)
/// if QueryText.isTooLong(search) {
///   print(QueryText.tooLongMessage(for: "Search"))
/// }
/// ```
public enum QueryText {
  /// The maximum number of UTF-8 bytes, both of the text as typed and of its
  /// folded form.
  public static let limit = 200

  /// Returns true if a text exceeds the limit, as typed or folded for searching
  /// (without case, accents and width).
  public static func isTooLong(_ text: String) -> Bool {
    guard text.utf8.count <= limit else { return true }
    let folded = text.folding(
      options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
    return folded.utf8.count > limit
  }

  /// Returns an error message for the visitor.
  ///
  /// - Parameter label: The label of the field.
  public static func tooLongMessage(for label: String) -> String {
    "“\(label)” is too long. Use at most \(limit) characters. Letters with accents and other "
      + "scripts count as two to four."
  }
}

extension StringProtocol {
  /// Returns the longest prefix that fits into a number of UTF-8 bytes. A
  /// character can consist of any number of bytes, so the text is cut between
  /// Unicode scalars.
  public func prefix(bytes limit: Int) -> String {
    var bytes = 0
    return String(
      String.UnicodeScalarView(
        unicodeScalars.prefix { scalar in
          bytes += UTF8.width(scalar)
          return bytes <= limit
        }))
  }
}
