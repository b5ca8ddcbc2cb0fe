import ImmutableUI
import Look

/// The validation of a banner's title, which may be empty. Leading and trailing
/// whitespace stays.
enum BannerTitle {
  /// The maximum length, in characters.
  static let maxLength = 200

  /// Returns the validation error of a title as a sentence; `nil` if the title
  /// is valid.
  static func problem(of title: String) -> String? {
    let count = title.count
    guard count <= maxLength else {
      return "The title has \(grouped(count)) characters. Use at most \(maxLength)."
    }
    // The size is limited too, since a character can consist of many bytes.
    guard title.utf8.count <= maxLength * 32 else {
      return "The title is too long: its characters have too many parts. Shorten it."
    }
    guard title.unicodeScalars.allSatisfy({ !UserText.isControl($0) }) else {
      return "Remove line breaks, tabs and other control characters."
    }
    return nil
  }
}
