/// Why a reader of JSON stopped, and at which byte.
struct JSONError: Error, Hashable {
  enum Problem: Hashable {
    case endsEarly
    case unexpectedByte
    case controlInText
    case badEscape
    case invalidUTF8
    case tooDeep
    case moreThanOneValue
    /// It is proper JSON, but of another kind than was asked for.
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
    case .endsEarly: "it ends there"
    case .unexpectedByte: "that is no JSON"
    case .controlInText: "there is a control character in a text"
    case .badEscape: "there is a bad escape in a text"
    case .invalidUTF8: "a text is no UTF-8"
    case .tooDeep: "it is nested too deeply"
    case .moreThanOneValue: "it goes on after its end"
    case .wrongKind(let expected): "it is no \(expected.rawValue)"
    }
  }
}
