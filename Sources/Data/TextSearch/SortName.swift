/// The sort key of a name: case, diacritics and width are ignored, and numbers
/// are ordered by value, so that "Zone 9" comes before "Zone 10".
///
/// ```swift
/// import TextSearch
///
/// let names = ["Zone 10", "élan", "Zone 9", "Eland"]
/// print(names.sorted { SortName($0) < SortName($1) })
/// // ["élan", "Eland", "Zone 9", "Zone 10"]
/// ```
public struct SortName: Comparable, Hashable, Sendable {
  private let key: String
  /// The tie breaker of names with equal keys.
  private let name: String

  /// Creates the sort key of a name. O(n).
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

  /// Encodes a number so that lexicographic order is numeric order.
  ///
  /// Numbers with more significant digits are larger, so the number of digits
  /// comes first, preceded by its own length. 10 is encoded as "0" (sorts like a
  /// digit), "1" (length of the digit count), "2" (digit count), "10".
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
  /// The ASCII digit for a decimal digit of any script.
  fileprivate var digit: String? {
    guard properties.numericType == .decimal, let value = properties.numericValue else {
      return nil
    }
    return String(Int(value))
  }
}
