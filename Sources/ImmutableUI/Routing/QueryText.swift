import Foundation

/// The limit on free text in an address.
///
/// Each link of a page repeats the page's address: a page with some hundred
/// links is some hundred times as large as the text.
public enum QueryText {
  /// The maximum number of bytes in UTF-8, as typed and as searched.
  public static let limit = 200

  /// Returns whether a text is longer than the limit, as it is or without
  /// case, accents and width, as it is searched.
  public static func isTooLong(_ text: String) -> Bool {
    guard text.utf8.count <= limit else { return true }
    let folded = text.folding(
      options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
    return folded.utf8.count > limit
  }

  /// Returns what is wrong with a text that is too long, for the one who typed
  /// it.
  public static func tooLongMessage(for label: String) -> String {
    "“\(label)” is too long. Use at most \(limit) characters. Letters with accents and other "
      + "scripts count as two to four."
  }
}

extension StringProtocol {
  /// Returns the longest beginning that has at most some bytes in UTF-8. A
  /// character can be made of any number of bytes, so it may be cut between
  /// its scalars.
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
