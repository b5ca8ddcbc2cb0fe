/// Reads named values, of a query or of a form, and collects what is wrong
/// with them, so that one answer names it all.
public struct ValueReader: ~Copyable {
  private let named: NamedValues
  private var reasons: [String] = []

  /// Starts reading.
  public init(_ values: NamedValues) {
    self.named = values
  }

  /// A text; `nil` where it is absent or empty. One that is given twice is
  /// malformed.
  public mutating func text(_ name: String) -> String? {
    let values = named.values(of: name)
    if values.count > 1 { reject("“\(name)” is given more than once.") }
    return values.first.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// A text that links of the page repeat; `nil` where it is absent or empty.
  /// One that is longer than `QueryText` allows is malformed.
  public mutating func queryText(_ name: String) -> String? {
    guard let text = text(name) else { return nil }
    guard !QueryText.isTooLong(text) else {
      reject(QueryText.tooLongMessage(for: name))
      return nil
    }
    return text
  }

  /// A text as it was typed, the empty one too. One that is absent or given
  /// twice is malformed.
  public mutating func field(_ name: String) -> String {
    let values = named.values(of: name)
    if values.count != 1 { reject("The form needs one field “\(name)”, not \(values.count).") }
    return values.first ?? ""
  }

  /// One of a few words.
  public mutating func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ name: String, as type: Choice.Type = Choice.self
  ) -> Choice? {
    guard let text = text(name) else { return nil }
    guard let choice = Choice(rawValue: text) else {
      let choices = Choice.allCases.map(\.rawValue).joined(separator: ", ")
      reject("“\(name)” is “\(text.prefix(bytes: 60))”. It can be: \(choices).")
      return nil
    }
    return choice
  }

  /// Notes something else that is wrong.
  public mutating func reject(_ reason: String) {
    reasons.append(reason)
  }

  /// Ends reading.
  ///
  /// - Throws: all that was wrong.
  public consuming func finish() throws(MalformedRequest) {
    guard reasons.isEmpty else { throw MalformedRequest(reasons: reasons) }
  }
}
