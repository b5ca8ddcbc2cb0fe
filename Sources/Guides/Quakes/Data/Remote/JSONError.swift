/// An error of the JSON reader, with its byte offset.
struct JSONError: Error, Hashable {
  enum Problem: Hashable {
    case endsEarly
    case unexpectedByte
    case controlInText
    case badEscape
    case invalidUTF8
    case tooDeep
    case moreThanOneValue
    /// The JSON is well-formed, but the value has another type.
    case wrongKind(expected: JSONReader.Kind)
  }

  let problem: Problem
  let offset: Int

  /// True if the document is well-formed up to the error.
  var isWellFormed: Bool {
    if case .wrongKind = problem { true } else { false }
  }
}

extension JSONError.Problem: CustomStringConvertible {
  var description: String {
    switch self {
    case .endsEarly: "the data ends early"
    case .unexpectedByte: "the data is not valid JSON"
    case .controlInText: "a text contains a control character"
    case .badEscape: "a text contains an invalid escape"
    case .invalidUTF8: "a text is not valid UTF-8"
    case .tooDeep: "the data is nested too deeply"
    case .moreThanOneValue: "more data follows the end"
    case .wrongKind(let expected): "expected \(expected.rawValue)"
    }
  }
}
