import Look

/// The rules for what a banner can say: it may be empty, and blanks around it
/// stay.
enum BannerTitle {
  /// The longest, in characters.
  static let longest = 200

  /// What is wrong with a title, as a sentence; `nil` where it is fine.
  static func problem(of title: String) -> String? {
    let count = title.count
    // A character can be made of any number of bytes.
    guard count <= longest, title.utf8.count <= longest * 32 else {
      return "Use at most \(longest) characters; this has \(grouped(count))."
    }
    guard title.unicodeScalars.allSatisfy({ !isControl($0) }) else {
      return "Leave out line breaks, tabs and other control characters."
    }
    return nil
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }
}
