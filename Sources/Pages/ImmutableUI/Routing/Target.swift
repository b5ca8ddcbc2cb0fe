package import Markup

/// The decoded path and query of a request target.
///
/// ```swift
/// let target = try Target(parsing: "/animals/big%20cats?sort=name")
/// print(target.path)  // ["animals", "big cats"]
/// print(target.query.values(of: "sort"))  // ["name"]
/// ```
public struct Target: Hashable, Sendable {
  /// The path components; none for the front page.
  public let path: [String]
  /// The query items. Other sites add items to links, in any encoding, so one that
  /// is not valid text is malformed only if it is read.
  public let query: NamedValues

  private static let itemLimit = 100

  /// Creates a target from decoded components.
  public init(path: [String], query: NamedValues = NamedValues()) {
    self.path = path
    self.query = query
  }

  /// Parses a raw target such as `/animals?category=Fish`.
  ///
  /// Components that contain a slash, a backslash, or only dots are rejected:
  /// no page has such an address, and a proxy may have interpreted it
  /// differently.
  ///
  /// - Throws: `MalformedRequest` if the target is not valid.
  public init(parsing raw: String) throws(MalformedRequest) {
    let parts = raw.utf8.split(
      separator: UInt8(ascii: "?"), maxSplits: 1, omittingEmptySubsequences: false)
    guard let rawPath = parts.first, rawPath.first == UInt8(ascii: "/") else {
      throw MalformedRequest("The address does not start with a slash.")
    }
    var path: [String] = []
    if rawPath.count > 1 {
      for segment in rawPath.dropFirst().split(
        separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      {
        guard let decoded = percentDecoded(Array(segment)[...], plusIsSpace: false) else {
          throw MalformedRequest("The address is not encoded as UTF-8.")
        }
        // Compare bytes: combined with an accent, a slash is another character.
        guard decoded != ".", decoded != "..", !decoded.utf8.contains(where: "/\\".utf8.contains)
        else {
          throw MalformedRequest(
            "The address contains an encoded slash, a backslash or a dot component.")
        }
        path.append(decoded)
      }
    }
    self.path = path
    let items = parts.dropFirst().first ?? rawPath[rawPath.endIndex...]
    guard let query = NamedValues(lenientlyParsing: items, limit: Self.itemLimit) else {
      throw MalformedRequest("The address has more than \(Self.itemLimit) query parameters.")
    }
    self.query = query
  }

  /// Returns the address with other names of query items; `nil` if it has none of
  /// the present names.
  ///
  /// - Parameter names: The new names by the present ones.
  package func renaming(_ names: [String: String]) -> Href? {
    let renamed = query.renaming(names)
    return renamed == query ? nil : Href(path: path, query: renamed.pairs)
  }
}
