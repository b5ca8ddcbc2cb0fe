/// What reads bytes that strangers send, each with the rules that it keeps
/// whatever the bytes are.
enum Parser: String, CaseIterable, Sendable {
  /// The target of a request, and the place it names.
  case target
  /// What follows the question mark of each page.
  case query
  /// The body of a form that was posted.
  case form
  /// The request line, the header fields and the framing of a body.
  case head
  /// `If-None-Match` in the first line, `Accept-Encoding` in the second.
  case condition
  /// A feed of earthquakes, and JSON as such.
  case feed
  /// Days in addresses, times in feeds, and how long a server wants its peace.
  case date

  /// Reads bytes and checks all rules.
  func check(_ bytes: [UInt8]) throws(Violation) {
    switch self {
    case .target: try TargetRules.check(bytes)
    case .query: try QueryRules.check(bytes)
    case .form: try FormRules.check(bytes)
    case .head: try HeadRules.check(bytes)
    case .condition: try ConditionRules.check(bytes)
    case .feed: try FeedRules.check(bytes)
    case .date: try DateRules.check(bytes)
    }
  }
}

extension Parser {
  /// Inputs that hold some text where a stranger would put it, as it is and
  /// encoded.
  func inputs(holding text: String) -> [[UInt8]] {
    let encoded = ReferenceEncoding.encoded(text)
    let inputs: [String] =
      switch self {
      case .target:
        [text, "/" + text, "/animals/" + encoded, "/live?page=" + encoded, "/static/" + text]
      case .query:
        [text, "q=" + encoded, "category=\(encoded)&animal=\(encoded)", "date=" + text]
      case .form:
        [
          "id=a1&name=\(encoded)&diet=\(encoded)&categoryId=\(encoded)",
          "animalId=\(encoded)&version=\(encoded)&name=\(text)", text,
        ]
      case .head:
        [
          "GET \(text) HTTP/1.1\nHost: localhost\n\n", "GET / HTTP/1.1\nHost: \(text)\n\n",
          "POST /animals HTTP/1.1\nHost: localhost\nOrigin: \(text)\nX-\(text): a\n\n\(text)",
        ]
      case .condition: ["\"\(text)\"\n\(text)", "\(text)\ngzip;q=\(text)"]
      case .feed: [text, "[\"\(text)\"]", "{\"features\":[{\"id\":\"\(text)\"}]}"]
      case .date: [text, String(text.prefix(10))]
      }
    return inputs.map { Array($0.utf8) }
  }
}
