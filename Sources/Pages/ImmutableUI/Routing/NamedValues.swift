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
    /// The name; empty if it is not valid text.
    let name: String
    /// The value; `nil` if it or the name is not valid text.
    let value: String?
  }

  private var items: [Item] = []

  /// Creates an empty list.
  public init() {}

  /// Parses encoded pairs. Names and values are percent-decoded once.
  public init(parsing encoded: some Collection<UInt8>, limit: Int = 100) throws(ParseError) {
    guard let values = Self(lenientlyParsing: encoded, limit: limit) else {
      throw .tooMany(limit: limit)
    }
    guard values.items.allSatisfy({ $0.value != nil }) else { throw .undecodable }
    self = values
  }

  /// Parses encoded pairs, of which some may not be valid text; see
  /// `isUndecodable(_:)`. Returns `nil` if there are more pairs than allowed.
  init?(lenientlyParsing encoded: some Collection<UInt8>, limit: Int) {
    for part in Array(encoded).split(separator: UInt8(ascii: "&")) {
      guard items.count < limit else { return nil }
      let equals = part.firstIndex(of: UInt8(ascii: "="))
      let value = equals.map { part[part.index(after: $0)...] } ?? part[part.endIndex...]
      let name = percentDecoded(part[..<(equals ?? part.endIndex)], plusIsSpace: true)
      items.append(
        Item(
          name: name ?? "",
          value: name == nil ? nil : percentDecoded(value, plusIsSpace: true)))
    }
  }

  /// The pairs that are valid text, in order.
  package var pairs: [(name: String, value: String)] {
    items.compactMap { item in item.value.map { (item.name, $0) } }
  }

  /// Returns the pairs with other names.
  ///
  /// - Parameter names: The new names by the present ones.
  func renaming(_ names: [String: String]) -> NamedValues {
    guard items.contains(where: { names[$0.name] != nil }) else { return self }
    var renamed = self
    renamed.items = items.map { Item(name: names[$0.name] ?? $0.name, value: $0.value) }
    return renamed
  }

  /// Returns all values of a name, in order.
  public func values(of name: String) -> [String] {
    items.filter { $0.name == name }.compactMap(\.value)
  }

  /// Returns true if a value of a name is not valid text.
  public func isUndecodable(_ name: String) -> Bool {
    items.contains { $0.name == name && $0.value == nil }
  }
}
