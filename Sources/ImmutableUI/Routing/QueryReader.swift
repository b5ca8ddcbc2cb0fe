/// Reads the local state of a page from a query, and collects what is wrong
/// with it, so that one answer names it all.
public struct QueryReader: ~Copyable {
  private let query: NamedValues
  private var reasons: [String] = []

  public init(_ query: NamedValues) {
    self.query = query
  }

  /// A text; `nil` where it is absent or empty. One that is given twice is
  /// malformed.
  public mutating func text(_ name: String) -> String? {
    let values = query.values(of: name)
    if values.count > 1 { refuse("“\(name)” is given more than once.") }
    return values.first.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// One of a few words.
  public mutating func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ name: String, as type: Choice.Type = Choice.self
  ) -> Choice? {
    guard let text = text(name) else { return nil }
    guard let choice = Choice(rawValue: text) else {
      let choices = Choice.allCases.map(\.rawValue).joined(separator: ", ")
      refuse("“\(name)” is “\(text)”. It can be: \(choices).")
      return nil
    }
    return choice
  }

  /// Notes something else that is wrong.
  public mutating func refuse(_ reason: String) {
    reasons.append(reason)
  }

  /// Ends reading.
  ///
  /// - Throws: all that was wrong.
  public consuming func finish() throws(Target.Malformed) {
    guard reasons.isEmpty else { throw Target.Malformed(reasons: reasons) }
  }
}
