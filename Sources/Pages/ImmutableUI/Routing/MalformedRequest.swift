/// An error for a request that no page of the site sends, such as an unknown
/// query item. The response has the status 400 and displays the reasons.
///
/// ```swift
/// func age(in query: NamedValues) throws(MalformedRequest) -> Int? {
///   guard let text = query.values(of: "age").first else { return nil }
///   guard let age = Int(text) else { throw MalformedRequest("“age” must be a number.") }
///   return age
/// }
///
/// print(try age(in: NamedValues(parsing: "age=7".utf8)) ?? 0)  // 7
/// ```
public struct MalformedRequest: Error, Hashable, Sendable {
  /// The errors, one sentence each.
  public let reasons: [String]

  public init(_ reasons: String...) {
    self.reasons = reasons
  }

  public init(reasons: [String]) {
    self.reasons = reasons
  }
}
