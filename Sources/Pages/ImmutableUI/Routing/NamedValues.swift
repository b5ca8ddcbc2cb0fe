import Foundation

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
    var rest = Array(encoded)[...]
    while !rest.isEmpty {
      // One at a time: all parts of a long text would take many times its memory.
      let part = rest.prefix { $0 != UInt8(ascii: "&") }
      rest = rest[part.endIndex...].dropFirst()
      if part.isEmpty { continue }
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

  /// Parses the parts of a form with files (RFC 7578). The value of a file is its content,
  /// which may not be valid text; see `isUndecodable(_:)`. Names and types of files are
  /// ignored.
  ///
  /// - Throws: `ParseError.undecodable` if the parts cannot be told apart.
  public init(
    parsingMultipart body: [UInt8], boundary: String, limit: Int = 100
  ) throws(ParseError) {
    let delimiter = Array("\r\n--\(boundary)".utf8)
    let end = Array("--".utf8)
    let lineEnd = Array("\r\n".utf8)
    // The first delimiter may be at the very start.
    let bytes = (lineEnd + body)[...]
    guard var next = bytes.firstRange(of: delimiter) else { throw .undecodable }
    while true {
      let rest = bytes[next.upperBound...]
      if rest.starts(with: end) { return }
      // White space may follow the delimiter.
      guard let line = rest.firstRange(of: lineEnd),
        rest[..<line.lowerBound].allSatisfy({ $0 == 0x20 || $0 == 0x09 }),
        let following = bytes[line.lowerBound...].firstRange(of: delimiter)
      else { throw .undecodable }
      guard items.count < limit else { throw .tooMany(limit: limit) }
      let part = bytes[line.upperBound..<max(line.upperBound, following.lowerBound)]
      guard let (name, content) = Self.part(part) else { throw .undecodable }
      items.append(
        Item(name: name, value: String(validating: content, as: UTF8.self)))
      next = following
    }
  }

  /// Returns the name and the content of a part; `nil` if it has no name.
  private static func part(_ part: ArraySlice<UInt8>) -> (String, ArraySlice<UInt8>)? {
    guard let gap = part.prefix(1_024).firstRange(of: Array("\r\n\r\n".utf8)),
      let head = String(validating: part[..<gap.lowerBound], as: UTF8.self)
    else { return nil }
    let field = "content-disposition:"
    let lines = head.split(separator: "\r\n")
    guard let line = lines.first(where: { $0.lowercased().hasPrefix(field) }) else { return nil }
    let mark = "; name=\""
    guard let start = line.range(of: mark)?.upperBound,
      let end = line[start...].firstIndex(of: "\"")
    else { return nil }
    return (String(line[start..<end]), part[gap.upperBound...])
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

  /// Returns the pairs with one value of a name.
  package func replacing(_ name: String, with value: String) -> NamedValues {
    var replaced = self
    replaced.items.removeAll { $0.name == name }
    replaced.items.append(Item(name: name, value: value))
    return replaced
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

extension ArraySlice<UInt8> {
  /// Returns the first range of some bytes, of which the first is rare.
  fileprivate func firstRange(of bytes: [UInt8]) -> Range<Int>? {
    guard let first = bytes.first else { return nil }
    return withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return nil }
      var start = 0
      while start + bytes.count <= buffer.count,
        let found = memchr(base + start, Int32(first), buffer.count - start)
      {
        let index = UnsafeRawPointer(found) - UnsafeRawPointer(base)
        guard index + bytes.count <= buffer.count else { return nil }
        if memcmp(base + index, bytes, bytes.count) == 0 {
          return startIndex + index..<startIndex + index + bytes.count
        }
        start = index + 1
      }
      return nil
    }
  }
}
