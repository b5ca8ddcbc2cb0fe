/// The path and the query of a request, decoded once.
public struct Target: Hashable, Sendable {
  /// The segments between the slashes; none for the front page.
  public let path: [String]
  /// What follows the question mark.
  public let query: NamedValues

  /// A target from parts that are decoded already.
  public init(path: [String], query: NamedValues = NamedValues()) {
    self.path = path
    self.query = query
  }

  /// Reads a raw target, as in `/animals?category=Fish`.
  ///
  /// A segment that holds a slash, a backslash or dots for another folder is
  /// refused: no page is called that, and something between the browser and
  /// here may have read it in another way.
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
        guard let decoded = percentDecoded(segment, plusIsSpace: false) else {
          throw MalformedRequest("The address is not encoded as UTF-8.")
        }
        // As bytes: with an accent on it, a slash is another character.
        guard decoded != ".", decoded != "..", !decoded.utf8.contains(where: "/\\".utf8.contains)
        else { throw MalformedRequest("The address holds a hidden step to another folder.") }
        path.append(decoded)
      }
    }
    self.path = path
    do throws(NamedValues.ParseError) {
      self.query = try parts.count > 1 ? NamedValues(parsing: parts[1]) : NamedValues()
    } catch {
      switch error {
      case .undecodable:
        throw MalformedRequest("The part after the question mark is not encoded as UTF-8.")
      case .tooMany(let limit):
        throw MalformedRequest("The address has more than \(limit) parameters.")
      }
    }
  }
}
