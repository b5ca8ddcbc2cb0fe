import Testing

@testable import QuakesData

/// Valid and invalid JSON, byte by byte.
@Suite struct JSONReaderTests {
  @Test(
    arguments: [
      ("{}", .object([])),
      ("[]", .array([])),
      (" \t\r\n[ \t\r\n] \t\r\n", .array([])),
      ("null", .null), ("true", .boolean(true)), ("false", .boolean(false)),
      ("\"\"", .text("")),
      ("\"Pāhala, Kuril’sk 🌋\"", .text("Pāhala, Kuril’sk 🌋")),
      (#""\"\\\/\b\f\n\r\t""#, .text("\"\\/\u{8}\u{C}\n\r\t")),
      (#""\u0041\u00e9\u20AC\ufffd""#, .text("Aé€\u{FFFD}")),
      (#""a\u0000b""#, .text("a\0b")),
      (#""\ud83c\udf0b \uD83C\uDF0B""#, .text("🌋 🌋")),
      (#""\ud800\udc00 \udbff\udfff""#, .text("\u{10000} \u{10FFFF}")),
      // Unpaired surrogates.
      (#""\ud800""#, .text("\u{FFFD}")), (#""\udc00 ""#, .text("\u{FFFD} ")),
      (#""\ud800\ud800""#, .text("\u{FFFD}\u{FFFD}")),
      (#""\ud800 \udc00""#, .text("\u{FFFD} \u{FFFD}")),
      (#""\ud83d\ud83c\udf0b""#, .text("\u{FFFD}🌋")),
      (#""\ud800\u0041""#, .text("\u{FFFD}A")), (#""\ud800\n1234""#, .text("\u{FFFD}\n1234")),
      (#""\ud800\\udc00""#, .text("\u{FFFD}\\udc00")),
      (
        "\"\u{7F}\u{80}\u{7FF}\u{800}\u{D7FF}\u{E000}\u{FFFF}\u{10000}\u{10FFFF}\"",
        .text("\u{7F}\u{80}\u{7FF}\u{800}\u{D7FF}\u{E000}\u{FFFF}\u{10000}\u{10FFFF}")
      ),
      (
        "[1, -2.5,[3] ,{\"a\":4}]",
        .array([.number(1), .number(-2.5), .array([.number(3)]), object(["a": .number(4)])])
      ),
      (
        #"{"a":1,"b":{"c":[]},"":2}"#,
        object(["a": .number(1), "b": object(["c": .array([])]), "": .number(2)])
      ),
      (#"{"a":1,"a":2}"#, object(["a": .number(1), "a": .number(2)])),
      (#"{"\u0061":1}"#, object(["a": .number(1)])),
    ] as [(String, JSONValue)])
  func `Valid JSON is parsed`(_ document: String, _ value: JSONValue) throws {
    #expect(try JSONValue(Array(document.utf8)) == value)
  }

  private static func object(_ members: KeyValuePairs<String, JSONValue>) -> JSONValue {
    .object(members.map(JSONValue.Member.init))
  }

  @Test func `Of duplicate keys the last one wins`() throws {
    #expect(try JSONValue(Array(#"{"a":1,"\u0061":2,"b":3}"#.utf8))["a"] == .number(2))
  }

  @Test(
    arguments: [
      ("", .endsEarly, 0), ("  ", .endsEarly, 2), ("[", .endsEarly, 1), ("{", .endsEarly, 1),
      ("{\"a\"", .endsEarly, 4), ("{\"a\":", .endsEarly, 5), ("{\"a\":1", .endsEarly, 6),
      ("[1,", .endsEarly, 3), ("\"abc", .endsEarly, 4), ("tru", .endsEarly, 3),
      ("<html>", .unexpectedByte, 0), ("\u{FEFF}{}", .unexpectedByte, 0),
      ("[1,]", .unexpectedByte, 3), ("[,1]", .unexpectedByte, 1), ("[1 2]", .unexpectedByte, 3),
      ("[1}", .unexpectedByte, 2), ("{]", .unexpectedByte, 1),
      ("{\"a\":1,}", .unexpectedByte, 7), ("{,}", .unexpectedByte, 1),
      ("{\"a\" 1}", .unexpectedByte, 5), ("{a:1}", .unexpectedByte, 1),
      ("{1:1}", .unexpectedByte, 1), ("{\"a\":}", .unexpectedByte, 5),
      ("{\"a\":1 \"b\":2}", .unexpectedByte, 7),
      ("nul!", .unexpectedByte, 3), ("True", .unexpectedByte, 0), ("NaN", .unexpectedByte, 0),
      ("Infinity", .unexpectedByte, 0), ("'a'", .unexpectedByte, 0), ("/**/1", .unexpectedByte, 0),
      ("+1", .unexpectedByte, 0), (".5", .unexpectedByte, 0), ("-", .endsEarly, 1),
      ("-a", .unexpectedByte, 1), ("1.", .endsEarly, 2), ("1.e5", .unexpectedByte, 2),
      ("1e", .endsEarly, 2), ("1e+", .endsEarly, 3), ("[1ex]", .unexpectedByte, 3),
      ("01", .moreThanOneValue, 1), ("-01", .moreThanOneValue, 2), ("0x10", .moreThanOneValue, 1),
      ("1 2", .moreThanOneValue, 2), ("{}}", .moreThanOneValue, 2), ("[]\0", .moreThanOneValue, 2),
      ("\"a\nb\"", .controlInText, 2), ("\"\0\"", .controlInText, 1),
      ("\"long enough \u{1F} for words\"", .controlInText, 13),
      (#""\x""#, .badEscape, 2), (#""\u12g4""#, .badEscape, 3), (#""\u12""#, .endsEarly, 6),
      (#""\U0041""#, .badEscape, 2), ("\"\\", .endsEarly, 2),
    ] as [(String, JSONError.Problem, Int)])
  func `Invalid JSON is refused with its offset`(
    _ document: String, _ problem: JSONError.Problem, _ offset: Int
  ) {
    let error = JSONError(problem: problem, offset: offset)
    #expect(throws: error) { try JSONValue(Array(document.utf8)) }
  }

  @Test(
    arguments: [
      [0x80], [0xBF], [0xC0, 0x80], [0xC1, 0xBF], [0xC2], [0xC2, 0x41], [0xE0, 0x9F, 0xBF],
      [0xE2, 0x82], [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF], [0xF0, 0x8F, 0xBF, 0xBF],
      [0xF0, 0x9F, 0x8C], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFE], [0xFF],
    ] as [[UInt8]])
  func `Invalid UTF-8 is refused`(_ bytes: [UInt8]) {
    for start in ["", "long enough for words é "] {
      let document = Array("\"\(start)".utf8) + bytes + Array("\"".utf8)
      let error = JSONError(problem: .invalidUTF8, offset: 1 + start.utf8.count)
      #expect(throws: error) { try JSONValue(document) }
    }
  }

  @Test(arguments: [(JSONReader.maximumDepth, true), (JSONReader.maximumDepth + 1, false)])
  func `Nesting is limited`(_ depth: Int, _ isTaken: Bool) throws {
    for (open, close) in [("[", "]"), (#"{"a":"#, "}")] {
      let document =
        String(repeating: open, count: depth) + "1" + String(repeating: close, count: depth)
      if isTaken {
        _ = try JSONValue(Array(document.utf8))
      } else {
        let offset = open.utf8.count * JSONReader.maximumDepth
        #expect(throws: JSONError(problem: .tooDeep, offset: offset)) {
          try JSONValue(Array(document.utf8))
        }
      }
    }
  }

  /// Adjacent values are not nested.
  @Test func `Adjacent values do not add to the depth`() throws {
    let document = "[" + Array(repeating: "[[]],{}", count: 100).joined(separator: ",") + "]"
    #expect(try JSONValue(Array(document.utf8)).elements.count == 200)
  }

  @Test func `A million brackets are refused at the limit`() {
    let bomb = [UInt8](repeating: UInt8(ascii: "["), count: 1_000_000)
    #expect(throws: JSONError(problem: .tooDeep, offset: JSONReader.maximumDepth)) {
      try JSONValue(bomb)
    }
  }

  /// Of a list of three values, the second one is read as malformed.
  @Test(arguments: [
    "NaN", "-Infinity", "+1", "undefined", "tru", #""a\x""#, "{gap:1}", "[1,,2]", "\"a\nb\"",
    "'a'",
  ])
  func `A tolerant reader reads a malformed item as such`(_ item: String) throws {
    #expect(throws: JSONError.self) { try JSONValue(Array("[1,\(item),2]".utf8)) }
    for (start, end) in [("[", "]"), (#"{"key":"#, "}")] {
      let document = "\(start)[1,\(item),2]\(end)"
      var reader = JSONReader(Array(document.utf8), isTolerant: true)
      let value = try reader.value()
      try reader.end()
      let elements = (start == "[" ? value[0] : value["key"]).elements
      #expect(elements.map { $0.problem == nil } == [true, false, true])
    }
  }

  @Test(arguments: ["[1,", "[1}", "[1 2]", "[}]", #"["a]"#, #"{"a":}"#, "NaN", "1 2"])
  func `A tolerant reader refuses what has no end`(_ document: String) {
    var reader = JSONReader(Array(document.utf8), isTolerant: true)
    #expect(throws: JSONError.self) {
      _ = try reader.value()
      try reader.end()
    }
  }

  @Test(arguments: ["null", "true", "{\"a\":[1]}", "NaN"])
  func `A value of another type is absent`(_ value: String) throws {
    var reader = JSONReader(Array("[\(value)]".utf8), isTolerant: true)
    let value = try reader.value()[0]
    #expect(value.text == nil && value.number == nil && value.elements.isEmpty)
    #expect(value["b"] == .null && value[0] == .null)
  }

  /// Whatever its size, a value takes little memory.
  @Test(arguments: ["1", "{}", #"{"a":1}"#, "[[[]]]"])
  func `Only some values of an item are kept`(_ element: String) throws {
    let document = "[[\(Array(repeating: element, count: 5_000).joined(separator: ","))],7]"
    var reader = JSONReader(Array(document.utf8))
    var items: [JSONValue] = []
    let isArray = try reader.readElements { reader throws(JSONError) in
      items.append(try reader.item(keeping: 100))
    }
    try reader.end()
    #expect(isArray)
    #expect((1...100).contains(items[0].elements.count))
    #expect(items[1] == .number(7))
  }

  @Test func `A value that is no collection has no items`() throws {
    var reader = JSONReader(Array("[{},[],1]".utf8))
    var found: [Bool] = []
    try reader.readElements { reader throws(JSONError) in
      found.append(try reader.readMembers { _, _ in })
    }
    try reader.end()
    #expect(found == [true, false, false])
  }
}
