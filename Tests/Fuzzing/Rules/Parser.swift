/// The parsers of untrusted input, each with its invariants.
enum Parser: String, CaseIterable, Sendable {
  /// The request target and its route.
  case target
  /// The query of each page.
  case query
  /// The body of a posted form.
  case form
  /// The request line, the header fields and the framing of the body.
  case head
  /// `If-None-Match` in the first line, `Accept-Encoding` in the second.
  case condition
  /// An earthquake feed, and JSON in general.
  case feed
  /// Days in URLs, times in feeds, and `Retry-After`.
  case date
  /// The text of a field of a record, of each kind.
  case field
  /// An imported file.
  case file
  /// The body of a form with a file.
  case multipart

  /// Parses an input and checks all invariants.
  ///
  /// - Throws: `Violation` if an invariant is violated.
  func check(_ bytes: [UInt8]) throws(Violation) {
    switch self {
    case .target: try TargetRules.check(bytes)
    case .query: try QueryRules.check(bytes)
    case .form: try FormRules.check(bytes)
    case .head: try HeadRules.check(bytes)
    case .condition: try ConditionRules.check(bytes)
    case .feed: try FeedRules.check(bytes)
    case .date: try DateRules.check(bytes)
    case .field: try FieldRules.check(bytes)
    case .file: try FileRules.check(bytes)
    case .multipart: try FileRules.checkMultipart(bytes)
    }
  }
}

extension Parser {
  /// Returns inputs that contain a text in the places an attacker would use, raw
  /// and encoded.
  func inputs(containing text: String) -> [[UInt8]] {
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
      case .file:
        ["text,lines\n\(text),\(text)\n", "{\"text\":\"\(text)\"}\n{\"\(text)\":1}", text]
      case .multipart:
        [
          "--b\r\nContent-Disposition: form-data; name=\"\(text)\"\r\n\r\n\(text)\r\n--b--",
          "--b\r\n\(text)\r\n\r\n\r\n--b--",
        ]
      case .field: [text, "https://\(text)", "\(text)@example.org", "2026-03-06T\(text)"]
      }
    return inputs.map { Array($0.utf8) }
  }
}
