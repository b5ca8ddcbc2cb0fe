import HTTPTypes

@testable import WebServer
@testable import WebSite

/// Invariants of request heads and of the framing of bodies.
enum HeadRules {
  /// Small enough to be exceeded by inputs.
  private static let limits = {
    var limits = Limits()
    limits.targetBytes = 200
    limits.bodyBytes = 64
    return limits
  }()

  static func check(_ bytes: [UInt8]) throws(Violation) {
    let input = Input(bytes)
    var assembler = RequestAssembler(limits: limits)
    switch assembler.receiveHead(
      method: input.method, target: input.target, version: input.version, fields: input.fields)
    {
    case .refuse(let refusal): return try check(refusal)
    case .proceed: break
    }
    guard let head = assembler.head else { throw Violation("an accepted head is available") }
    try check(head, of: input)
    try checkFraming(input)
    try checkOrigin(head, of: input)
    try TargetRules.check(head.path ?? "")
    try checkBody(&assembler, input.body)
  }

  private static func check(_ refusal: Refusal) throws(Violation) {
    try require(!refusal.reason.isEmpty, "a refusal has a reason")
    try require(
      refusal.status.kind == .clientError || refusal.status == .notImplemented,
      "the status of a refusal is 4xx or 501")
  }

  private static func check(_ head: HTTPRequest, of input: Input) throws(Violation) {
    guard let path = head.path else { throw Violation("a request has a path") }
    try require(
      path.hasPrefix("/") && path.utf8.allSatisfy { (0x21...0x7E).contains($0) },
      "a path starts with a slash and is visible ASCII: \(path)")
    try require(input.target.utf8.count <= limits.targetBytes, "a target is within the limit")
    let hosts = input.values(of: "host")
    try require(
      hosts.count == 1 || hosts.isEmpty && input.version == "HTTP/1.0", "there is one Host")
    if input.target.hasPrefix("/") {
      try require(isSame(path, input.target), "a path is not changed")
      try require(head.authority == hosts.first.map(text), "the authority is that of Host")
    } else {
      try require(head.authority?.isEmpty == false, "the absolute form contains a host")
    }
    try require(head.headerFields.count == input.fields.count, "no field is lost")
    for (field, sent) in zip(head.headerFields, input.fields) {
      try require(
        !field.name.canonicalName.isEmpty && field.name.canonicalName.utf8.allSatisfy(isToken),
        "a name is a token")
      try require(
        field.value.unicodeScalars.allSatisfy {
          $0.value >= 0x20 && $0.value != 0x7F || $0 == "\t"
        },
        "a value contains no control characters")
      try require(
        isSame(field.value, text(sent.value)), "a value is not changed, except for whitespace")
    }
  }

  /// Checks that a proxy cannot find another end of the body. Names and codings
  /// are compared as bytes.
  private static func checkFraming(_ input: Input) throws(Violation) {
    let lengths = input.values(of: "content-length")
    let codings = input.values(of: "transfer-encoding")
    try require(lengths.count <= 1, "there is one length")
    try require(lengths.isEmpty || codings.isEmpty, "there is no length together with a coding")
    if let length = lengths.first {
      let length = trimmed(length)
      try require(
        !length.isEmpty && length.allSatisfy { (0x30...0x39).contains($0) }
          && Int(text(length)).map { $0 <= limits.bodyBytes } == true,
        "a length is a number within the limit")
    }
    if let coding = codings.first {
      try require(codings.count == 1 && input.version == "HTTP/1.1", "there is one coding")
      try require(
        lowercased(trimmed(coding)).elementsEqual("chunked".utf8), "the one coding is chunked")
    }
  }

  private static func checkOrigin(_ head: HTTPRequest, of input: Input) throws(Violation) {
    guard CrossOrigin.refusal(of: head, at: Origins()) == nil else { return }
    if input.values(of: "sec-fetch-site").isEmpty, !input.values(of: "origin").isEmpty {
      let origin = input.values(of: "origin").map(text).joined(separator: ", ")
      let authority = (head.authority ?? "").lowercased()
      // The default port may be omitted or present.
      let places = [("http://", ":80"), ("https://", ":443")].flatMap { scheme, port in
        [
          authority, authority + port,
          String(authority.hasSuffix(port) ? authority.dropLast(port.count) : authority[...]),
        ]
        .map { scheme + $0 }
      }
      try require(
        places.contains { isSame(origin.lowercased(), $0) },
        "a cross-origin request is refused: \(origin)")
    }
  }

  private static func checkBody(
    _ assembler: inout RequestAssembler, _ body: [UInt8]
  ) throws(Violation) {
    var rest = body[...]
    while !rest.isEmpty {
      let part = Array(rest.prefix(7))
      rest = rest.dropFirst(7)
      let step = part.withUnsafeBytes { assembler.receiveBody($0) }
      if case .refuse(let refusal) = step {
        try check(refusal)
        try require(body.count > limits.bodyBytes, "a body within the limit is accepted")
        return try require(assembler.body.isEmpty, "a refused body is discarded")
      }
    }
    try require(body.count <= limits.bodyBytes, "a body beyond the limit is refused")
    try require(assembler.body == body, "a body is the concatenation of its parts")
  }
}

extension HeadRules {
  /// A request in a text form, in which a line feed ends each line.
  private struct Input {
    var method = ""
    var target = ""
    var version = ""
    var fields: [RequestAssembler.Field] = []
    var body: [UInt8] = []

    init(_ bytes: [UInt8]) {
      var rest = bytes[...]
      var line = Self.line(&rest)
      if let blank = line.firstIndex(of: 0x20) {
        method = text(line[..<blank])
        line = line[(blank + 1)...]
      }
      if let blank = line.lastIndex(of: 0x20) {
        version = text(line[(blank + 1)...])
        line = line[..<blank]
      }
      target = text(line, isTrimmed: false)
      while !rest.isEmpty {
        let line = Self.line(&rest)
        if line.isEmpty { break }
        let colon = line.firstIndex(of: UInt8(ascii: ":")) ?? line.endIndex
        fields.append(
          RequestAssembler.Field(
            name: text(line[..<colon], isTrimmed: false), value: Array(line[colon...].dropFirst())))
      }
      body = Array(rest)
    }

    private static func line(_ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
      let end = rest.firstIndex(of: 0x0A) ?? rest.endIndex
      defer { rest = rest[end...].dropFirst() }
      return rest[..<end]
    }

    /// Returns all values of a lowercase name.
    func values(of name: StaticString) -> [[UInt8]] {
      fields.filter { lowercased($0.name.utf8).elementsEqual("\(name)".utf8) }.map(\.value)
    }
  }

  /// Returns bytes as text, by default without surrounding whitespace, which is
  /// not part of a field's value.
  private static func text(_ bytes: some Collection<UInt8>, isTrimmed: Bool = true) -> String {
    String(decoding: isTrimmed ? Array(trimmed(bytes)) : Array(bytes), as: UTF8.self)
  }

  private static func text(_ bytes: [UInt8]) -> String { text(bytes, isTrimmed: true) }

  private static func trimmed(_ bytes: some Collection<UInt8>) -> [UInt8] {
    func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
    return Array(bytes.drop(while: isBlank).reversed().drop(while: isBlank).reversed())
  }

  /// Converts only ASCII letters: Unicode maps some other letters to ASCII.
  private static func lowercased(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    bytes.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
  }

  private static func isToken(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
  }
}
