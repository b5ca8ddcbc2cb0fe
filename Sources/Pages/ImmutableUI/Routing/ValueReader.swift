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
  private let label: @Sendable (String) -> String
  /// The invalid values so far.
  public private(set) var problems: [QueryProblem] = []
  /// True if a value is empty, or not as an address prints it.
  public private(set) var hasRedundantItems = false

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - values: The values.
  ///   - label: Returns the label of a field, for messages.
  public init(
    _ values: NamedValues, label: @escaping @Sendable (_ name: String) -> String = { $0 }
  ) {
    self.named = values
    self.label = label
  }

  /// Returns a text; `nil` if it is missing or empty. A repeated name is
  /// malformed.
  public mutating func text(_ name: String) -> String? {
    let values = named.values(of: name)
    guard !named.isUndecodable(name) else {
      reject("“\(label(name))” is not encoded as UTF-8.", of: name)
      return nil
    }
    guard let text = values.first else { return nil }
    guard values.count == 1 else {
      reject("“\(label(name))” is given more than once.", of: name, typed: text)
      return nil
    }
    guard text.isEmpty else { return text }
    hasRedundantItems = true
    return nil
  }

  /// Returns a parsed value; `nil` if it is missing, empty or invalid.
  ///
  /// - Parameters:
  ///   - name: The name of the value.
  ///   - hint: A sentence that tells the visitor how to correct an invalid value.
  ///   - parse: Returns the value of a text; `nil` if it is invalid.
  public mutating func value<Value>(
    _ name: String, hint: @autoclosure () -> String, _ parse: (String) -> Value?
  ) -> Value? {
    guard let text = text(name) else { return nil }
    guard let value = parse(text) else {
      reject(
        "“\(label(name))” is “\(text.prefix(bytes: 60))”. \(hint())", of: name, typed: text)
      return nil
    }
    return value
  }

  /// Returns true if a value is given, valid or not.
  public func hasValue(_ name: String) -> Bool {
    named.values(of: name).contains { !$0.isEmpty }
  }

  /// Notes whether a value is as an address prints it.
  ///
  /// - Parameters:
  ///   - name: The name of the value.
  ///   - text: The value in the canonical address; `nil` for none.
  public mutating func compare(_ name: String, with text: String?) {
    if let typed = named.values(of: name).first, typed != text { hasRedundantItems = true }
  }

  /// Returns a text that the links of a page repeat; `nil` if it is missing or
  /// empty. A text that exceeds the limit of `QueryText` is malformed.
  public mutating func queryText(_ name: String) -> String? {
    guard let text = text(name) else { return nil }
    guard !QueryText.isTooLong(text) else {
      reject(QueryText.tooLongMessage(for: label(name)), of: name, typed: text)
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
  ///
  /// - Parameters:
  ///   - name: The name of the value.
  ///   - type: The enumeration.
  ///   - excluded: Cases that are malformed, too.
  public mutating func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ name: String, as type: Choice.Type = Choice.self, besides excluded: [Choice] = []
  ) -> Choice? {
    let excluded = excluded.map(\.rawValue)
    let words = Choice.allCases.map(\.rawValue).filter { !excluded.contains($0) }
    return value(name, hint: "Use one of: \(words.joined(separator: ", ")).") {
      words.contains($0) ? Choice(rawValue: $0) : nil
    }
  }

  /// Adds a problem.
  ///
  /// - Parameters:
  ///   - message: The message, as a sentence.
  ///   - name: The name of the value; empty for a problem of several.
  ///   - typed: The value.
  public mutating func reject(_ message: String, of name: String = "", typed: String = "") {
    problems.append(
      QueryProblem(name: name, typed: typed.prefix(bytes: QueryText.limit), message: message))
  }

  /// Ends reading.
  ///
  /// - Throws: `MalformedRequest` with all problems.
  public consuming func finish() throws(MalformedRequest) {
    try problems.check()
  }
}

extension [QueryProblem] {
  /// Throws if there are problems.
  ///
  /// - Throws: `MalformedRequest` with all of them.
  public func check() throws(MalformedRequest) {
    guard isEmpty else { throw MalformedRequest(reasons: map(\.message)) }
  }
}

/// An invalid value of a query or a form.
public struct QueryProblem: Hashable, Sendable {
  /// The name of the value.
  public let name: String
  /// The value, truncated to the limit of `QueryText`.
  public let typed: String
  /// The message, as a sentence.
  public let message: String
}
