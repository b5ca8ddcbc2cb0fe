/// An error of the JSON reader, with its byte offset.
struct JSONError: Error, Hashable {
  enum Problem: String {
    case endsEarly = "the data ends early"
    case unexpectedByte = "the data is not valid JSON"
    case controlInText = "a text contains a control character"
    case badEscape = "a text contains an invalid escape"
    case invalidUTF8 = "a text is not valid UTF-8"
    case tooDeep = "the data is nested too deeply"
    case moreThanOneValue = "more data follows the end"
  }

  let problem: Problem
  let offset: Int
}
