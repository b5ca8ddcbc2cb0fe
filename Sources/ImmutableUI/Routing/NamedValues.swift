/// The name-value pairs of a query or a URL-encoded form, in order:
/// https://url.spec.whatwg.org/#application/x-www-form-urlencoded.
///
/// ```swift
/// let values = try NamedValues(parsing: "category=Bird&tag=a&tag=b".utf8)
/// print(values.values(of: "tag"))  // ["a", "b"]
/// ```
public struct NamedValues: Hashable, Sendable {
  /// The reason why encoded pairs cannot be parsed.
  public enum ParseError: Error, Hashable, Sendable {
    /// A name or a value is not valid text.
    case undecodable
    /// There are more pairs than allowed.
    case tooMany(limit: Int)
  }

  private struct Item: Hashable, Sendable {
    let name: String
    let value: String
  }

  private var items: [Item] = []

  /// Creates an empty list.
  public init() {}

  /// Parses encoded pairs. Names and values are percent-decoded once.
  public init(parsing encoded: some Collection<UInt8>, limit: Int = 100) throws(ParseError) {
    for part in Array(encoded).split(separator: UInt8(ascii: "&")) {
      guard items.count < limit else { throw .tooMany(limit: limit) }
      let equals = part.firstIndex(of: UInt8(ascii: "="))
      let value = equals.map { part[part.index(after: $0)...] } ?? part[part.endIndex...]
      guard let name = percentDecoded(part[..<(equals ?? part.endIndex)], plusIsSpace: true),
        let value = percentDecoded(value, plusIsSpace: true)
      else { throw .undecodable }
      items.append(Item(name: name, value: value))
    }
  }

  /// Returns all values of a name, in order.
  public func values(of name: String) -> [String] {
    items.filter { $0.name == name }.map(\.value)
  }
}
