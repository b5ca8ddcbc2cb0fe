import Foundation

/// A name as people look it up in a list: without regard to case, accents
/// and width, and with numbers by their value, so that "Zone 9" comes before
/// "Zone 10".
public struct SortName: Comparable, Hashable, Sendable {
  private let key: String
  /// Decides between names that are looked up alike.
  private let name: String

  public init(_ name: String) {
    self.name = name
    let folded = name.folding(
      options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
    var key = ""
    var digits = ""
    for character in folded {
      if let value = character.wholeNumberValue, (0...9).contains(value) {
        digits.append(String(value))
      } else {
        key += Self.ordered(digits)
        digits = ""
        key.append(character)
      }
    }
    self.key = key + Self.ordered(digits)
  }

  /// Digits with their number before them, so that plain comparison orders
  /// them by value.
  private static func ordered(_ digits: String) -> String {
    guard !digits.isEmpty else { return "" }
    let significant = digits.drop { $0 == "0" }
    // Longer numbers are larger. No number in a name of 200 characters is
    // longer than 999 digits.
    let count = String(1000 + significant.count).dropFirst()
    return "0" + count + significant
  }

  public static func < (left: SortName, right: SortName) -> Bool {
    (left.key, left.name) < (right.key, right.name)
  }
}

extension Animal {
  /// The name for sorting.
  public var sortName: SortName { SortName(name) }
}

extension Category {
  /// The name for sorting.
  public var sortName: SortName { SortName(name) }
}
