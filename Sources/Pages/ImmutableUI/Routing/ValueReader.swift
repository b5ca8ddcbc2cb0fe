/// Reads typed values from a query or a form, and collects all errors before it
/// throws.
///
/// ```swift
/// enum Sort: String, CaseIterable { case name, age }
///
/// var reader = ValueReader(try NamedValues(parsing: "q=cat&sort=age".utf8))
/// let search = reader.queryText("q")
/// let sort = reader.choice("sort", as: Sort.self)
/// try reader.finish()
/// print(search ?? "", sort ?? .name)  // cat age
/// ```
public struct ValueReader: ~Copyable {
  private let named: NamedValues
  private var reasons: [String] = []

  /// Creates a reader.
  public init(_ values: NamedValues) {
    self.named = values
  }

  /// Returns a text; `nil` if it is missing or empty. A repeated name is
  /// malformed.
  public mutating func text(_ name: String) -> String? {
    let values = named.values(of: name)
    if named.isUndecodable(name) { reject("“\(name)” is not encoded as UTF-8.") }
    if values.count > 1 { reject("“\(name)” is given more than once.") }
    return values.first.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Returns a text that the links of a page repeat; `nil` if it is missing or
  /// empty. A text that exceeds the limit of `QueryText` is malformed.
  public mutating func queryText(_ name: String) -> String? {
    guard let text = text(name) else { return nil }
    guard !QueryText.isTooLong(text) else {
      reject(QueryText.tooLongMessage(for: name))
      return nil
    }
    return text
  }

  /// Returns a text as `queryText(_:)` does, but passes on one that is too long
  /// instead of rejecting the request: the page shows it in its field, with a
  /// message.
  public mutating func queryText(_ name: String, tooLong: inout String?) -> String? {
    guard let text = text(name) else { return nil }
    guard !QueryText.isTooLong(text) else {
      tooLong = text
      return nil
    }
    return text
  }

  /// Returns the unmodified text of a form field, which may be empty. A missing
  /// or repeated field is malformed.
  public mutating func field(_ name: String) -> String {
    let values = named.values(of: name)
    if values.count != 1 { reject("The form must contain the field “\(name)” exactly once.") }
    return values.first ?? ""
  }

  /// Returns a case of an enumeration; `nil` if the value is missing or empty.
  /// An unknown value is malformed.
  public mutating func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ name: String, as type: Choice.Type = Choice.self
  ) -> Choice? {
    guard let text = text(name) else { return nil }
    guard let choice = Choice(rawValue: text) else {
      let choices = Choice.allCases.map(\.rawValue).joined(separator: ", ")
      reject("“\(name)” is “\(text.prefix(bytes: 60))”. Use one of: \(choices).")
      return nil
    }
    return choice
  }

  /// Adds another error.
  public mutating func reject(_ reason: String) {
    reasons.append(reason)
  }

  /// Ends reading.
  ///
  /// - Throws: `MalformedRequest` with all errors.
  public consuming func finish() throws(MalformedRequest) {
    guard reasons.isEmpty else { throw MalformedRequest(reasons: reasons) }
  }
}
