/// Names with values, as queries and urlencoded forms carry them, in their
/// order.
///
/// https://url.spec.whatwg.org/#application/x-www-form-urlencoded
public struct NamedValues: Hashable, Sendable {
  /// What is wrong with some encoded text.
  public enum ParseError: Error, Hashable, Sendable {
    /// A name or a value does not decode to text.
    case undecodable
    /// There are more of them than allowed.
    case tooMany(limit: Int)
  }

  private struct Item: Hashable, Sendable {
    let name: String
    let value: String
  }

  private var items: [Item] = []

  /// None.
  public init() {}

  /// Reads encoded text. Every name and value is decoded once.
  public init(parsing encoded: some Collection<UInt8>, limit: Int = 100) throws(ParseError) {
    for part in encoded.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: true) {
      guard items.count < limit else { throw .tooMany(limit: limit) }
      let equals = part.firstIndex(of: UInt8(ascii: "="))
      let value = equals.map { part[part.index(after: $0)...] } ?? part[part.endIndex...]
      guard let name = percentDecoded(part[..<(equals ?? part.endIndex)], plusIsSpace: true),
        let value = percentDecoded(value, plusIsSpace: true)
      else { throw .undecodable }
      items.append(Item(name: name, value: value))
    }
  }

  /// All values of a name, in their order.
  public func values(of name: String) -> [String] {
    items.filter { $0.name == name }.map(\.value)
  }
}
