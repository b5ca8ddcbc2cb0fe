/// The sort key of a name, as people look it up in a list: without regard to
/// case, accents and width, and with numbers by their value, so that "Zone 9"
/// comes before "Zone 10".
public struct SortName: Comparable, Hashable, Sendable {
  private let key: String
  /// Orders names that have the same key.
  private let name: String

  /// The key of a name. O(n).
  public init(_ name: String) {
    self.name = name
    var key = ""
    var digits = ""
    for scalar in name.foldedForLookup.unicodeScalars {
      if let digit = scalar.digit {
        digits += digit
      } else {
        key += Self.ordered(digits)
        digits = ""
        key.unicodeScalars.append(scalar)
      }
    }
    self.key = key + Self.ordered(digits)
  }

  /// A number so that plain comparison orders it by value: after how many
  /// digits it has, since longer numbers are larger, and that likewise after
  /// how many digits it has. 10 is "0" (numbers stand where digits stand),
  /// "1" (digit tells their number), "2" (digits), "10".
  private static func ordered(_ digits: String) -> String {
    guard !digits.isEmpty else { return "" }
    let significant = digits.drop { $0 == "0" }
    let length = String(significant.count)
    return "0" + String(length.count) + length + significant
  }

  public static func < (left: SortName, right: SortName) -> Bool {
    (left.key, left.name) < (right.key, right.name)
  }
}

extension Unicode.Scalar {
  /// The decimal digit that this is in some script, as one of 0 to 9.
  fileprivate var digit: String? {
    guard properties.numericType == .decimal, let value = properties.numericValue else {
      return nil
    }
    return String(Int(value))
  }
}
