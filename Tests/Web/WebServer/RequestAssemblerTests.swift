import HTTPTypes
import Testing

@testable import WebServer

@Suite("RequestAssembler")
struct RequestAssemblerTests {
  typealias Field = RequestAssembler.Field

  @Test func `A plain head becomes a request`() throws {
    var assembler = RequestAssembler(limits: Limits())
    let step = assembler.receiveHead(
      method: "POST", target: "/animals?name=a%20b", version: "HTTP/1.1",
      fields: [
        Field(name: "Host", value: Array("localhost:8080".utf8)),
        Field(name: "X-Twice", value: Array("one".utf8)),
        Field(name: "x-twice", value: Array("zwö".utf8)),
      ]
    )
    #expect(step.refusedStatus == nil)
    let head = try #require(assembler.head)
    #expect(head.method == .post)
    #expect(head.path == "/animals?name=a%20b")
    #expect(head.authority == "localhost:8080")
    #expect(head.headerFields[values: try #require(.init("X-Twice"))] == ["one", "zwö"])
    #expect(assembler.body == [])
  }

  struct HeadCase: CustomTestStringConvertible, Sendable {
    var name: String
    var method = "GET"
    var target = "/"
    var version = "HTTP/1.1"
    var hosts = ["a"]
    /// Further fields, each a name and a value.
    var fields: [(String, String)] = []
    /// The status of the refusal; `nil` if the head is accepted.
    var status: HTTPResponse.Status?
    var testDescription: String { name }
  }

  @Test(arguments: [
    HeadCase(name: "plain"),
    HeadCase(name: "unknown method", method: "FOO"),
    HeadCase(name: "method with a bracket", method: "G(T", status: .badRequest),
    HeadCase(name: "empty method", method: "", status: .badRequest),
    HeadCase(name: "no Host", hosts: [], status: .badRequest),
    HeadCase(name: "no Host in HTTP/1.0", version: "HTTP/1.0", hosts: []),
    HeadCase(name: "two Hosts", hosts: ["a", "b"], status: .badRequest),
    HeadCase(name: "two equal Hosts", hosts: ["a", "a"], status: .badRequest),
    HeadCase(name: "HOST and Host", fields: [("HOST", "a")], status: .badRequest),
    HeadCase(
      name: "name with a blank at its end", fields: [("X-A ", "b")], status: .badRequest),
    HeadCase(name: "name with brackets", fields: [("X[]", "b")], status: .badRequest),
    HeadCase(name: "empty name", fields: [("", "b")], status: .badRequest),
    HeadCase(name: "name with an umlaut", fields: [("X-Ä", "b")], status: .badRequest),
    HeadCase(name: "NUL in a value", fields: [("X-A", "b\u{0}c")], status: .badRequest),
    HeadCase(name: "bell in a value", fields: [("X-A", "b\u{7}c")], status: .badRequest),
    HeadCase(name: "CR in a value", fields: [("X-A", "b\rc")], status: .badRequest),
    HeadCase(name: "LF in a value", fields: [("X-A", "b\nc")], status: .badRequest),
    HeadCase(name: "DEL in a value", fields: [("X-A", "b\u{7F}c")], status: .badRequest),
    HeadCase(name: "tab in a value", fields: [("X-A", "b\tc")]),
    HeadCase(name: "empty value", fields: [("X-A", "")]),
    HeadCase(name: "UTF-8 in a value", fields: [("X-A", "größer 🐘")]),
  ])
  func `Fields and methods must be well formed`(_ row: HeadCase) {
    #expect(row.receive() == row.status)
  }

  @Test(arguments: [
    HeadCase(name: "length 0", fields: [("Content-Length", "0")]),
    HeadCase(name: "largest length", fields: [("Content-Length", "65536")]),
    HeadCase(
      name: "a byte too many", fields: [("Content-Length", "65537")], status: .contentTooLarge),
    HeadCase(
      name: "beyond 64 bits", fields: [("Content-Length", "99999999999999999999")],
      status: .contentTooLarge),
    HeadCase(name: "sign", fields: [("Content-Length", "+3")], status: .badRequest),
    HeadCase(name: "minus", fields: [("Content-Length", "-3")], status: .badRequest),
    HeadCase(name: "hexadecimal", fields: [("Content-Length", "0x3")], status: .badRequest),
    HeadCase(name: "list", fields: [("Content-Length", "3, 3")], status: .badRequest),
    HeadCase(name: "no digits", fields: [("Content-Length", "")], status: .badRequest),
    HeadCase(name: "Arabic digits", fields: [("Content-Length", "٣")], status: .badRequest),
    HeadCase(
      name: "two equal lengths", fields: [("Content-Length", "3"), ("content-length", "3")],
      status: .badRequest),
    HeadCase(
      name: "two lengths", fields: [("Content-Length", "3"), ("Content-Length", "4")],
      status: .badRequest),
    HeadCase(name: "chunked", fields: [("Transfer-Encoding", "chunked")]),
    HeadCase(name: "chunked in capitals", fields: [("Transfer-Encoding", "CHUNKED")]),
    HeadCase(
      name: "chunked with a Kelvin sign", fields: [("Transfer-Encoding", "chun\u{212A}ed")],
      status: .notImplemented),
    HeadCase(name: "Chunked", fields: [("Transfer-Encoding", "Chunked")]),
    HeadCase(
      name: "length and chunked",
      fields: [("Content-Length", "3"), ("Transfer-Encoding", "chunked")], status: .badRequest),
    HeadCase(
      name: "unknown encoding", fields: [("Transfer-Encoding", "xchunked")],
      status: .notImplemented),
    HeadCase(
      name: "two encodings", fields: [("Transfer-Encoding", "gzip, chunked")],
      status: .notImplemented),
    HeadCase(
      name: "identity at the end", fields: [("Transfer-Encoding", "chunked, identity")],
      status: .notImplemented),
    HeadCase(
      name: "chunked twice",
      fields: [("Transfer-Encoding", "chunked"), ("Transfer-Encoding", "chunked")],
      status: .notImplemented),
    HeadCase(
      name: "empty encoding", fields: [("Transfer-Encoding", "")], status: .notImplemented),
    HeadCase(
      name: "chunked in HTTP/1.0", version: "HTTP/1.0",
      fields: [("Transfer-Encoding", "chunked")], status: .badRequest),
  ])
  func `Framing must be unambiguous`(_ row: HeadCase) {
    #expect(row.receive() == row.status)
  }

  struct TargetCase: CustomTestStringConvertible, Sendable {
    var target: String
    /// The path; `nil` if the target is refused.
    var path: String?
    var authority: String? = "a"
    var status: HTTPResponse.Status?
    var testDescription: String { target.count > 60 ? "\(target.count) characters" : target }
  }

  @Test(arguments: [
    TargetCase(target: "/", path: "/"),
    TargetCase(target: "/%00/%2F/..//x?a=%zz", path: "/%00/%2F/..//x?a=%zz"),
    TargetCase(target: "//b/c", path: "//b/c"),
    TargetCase(target: "http://b/c?d", path: "/c?d", authority: "b"),
    TargetCase(target: "HTTPS://b:81/c", path: "/c", authority: "b:81"),
    TargetCase(target: "http://b", path: "/", authority: "b"),
    TargetCase(target: "http://b?c=/d", path: "/?c=/d", authority: "b"),
    TargetCase(target: "http:///c", status: .badRequest),
    TargetCase(target: "http://me@b/c", status: .badRequest),
    TargetCase(target: "ftp://b/c", status: .badRequest),
    TargetCase(target: "*", status: .badRequest),
    TargetCase(target: "b:443", status: .badRequest),
    TargetCase(target: "", status: .badRequest),
    TargetCase(target: "/a b", status: .badRequest),
    TargetCase(target: "/ä", status: .badRequest),
    TargetCase(target: "/\u{7F}", status: .badRequest),
    TargetCase(
      target: "/" + String(repeating: "a", count: 8191),
      path: "/" + String(repeating: "a", count: 8191)),
    TargetCase(target: "/" + String(repeating: "a", count: 8192), status: .uriTooLong),
  ])
  func `Targets are accepted or refused`(_ row: TargetCase) {
    var assembler = RequestAssembler(limits: Limits())
    let step = assembler.receiveHead(
      method: "GET", target: row.target, version: "HTTP/1.1",
      fields: [Field(name: "Host", value: Array("a".utf8))]
    )
    #expect(step.refusedStatus == row.status)
    #expect(assembler.head?.path == row.path)
    #expect(assembler.head?.authority == (row.path == nil ? nil : row.authority))
  }

  @Test(
    arguments: [
      ([], nil), ([8], nil), ([3, 5], nil), ([1, 1, 1, 1, 1, 1, 1, 1], nil),
      ([9], 0), ([8, 1], 1), ([3, 3, 3], 2), ([4, 100, 1], 1),
    ] as [([Int], Int?)])
  func `A body is refused at the part that exceeds the limit`(
    parts: [Int], refusedAt: Int?
  ) throws {
    var limits = Limits()
    limits.bodyBytes = 8
    var assembler = RequestAssembler(limits: limits)
    var sent: [UInt8] = []
    for (index, count) in parts.enumerated() {
      let part = (0..<count).map { UInt8(truncatingIfNeeded: $0 + index) }
      let step = part.withUnsafeBytes { assembler.receiveBody($0) }
      guard index != refusedAt else {
        #expect(step.refusedStatus == .contentTooLarge)
        #expect(assembler.body == [], "a refused body is discarded")
        return
      }
      #expect(step.refusedStatus == nil)
      sent += part
      #expect(assembler.body == sent)
    }
    #expect(refusedAt == nil)
  }
}

extension RequestAssemblerTests {
  /// A path, the length of the body, and the expected status.
  @Test(
    arguments: [
      ("/import", 100, nil), ("/import?a=b", 100, nil), ("/import", 101, .contentTooLarge),
      ("/other", 9, .contentTooLarge), ("/import/", 9, .contentTooLarge), ("/other", 8, nil),
    ] as [(String, Int, HTTPResponse.Status?)])
  func `A body with files has a limit of its own`(
    path: String, length: Int, status: HTTPResponse.Status?
  ) {
    var limits = Limits()
    limits.bodyBytes = 8
    limits.uploads = ["/import": 100]
    var assembler = RequestAssembler(limits: limits)
    let head = assembler.receiveHead(
      method: "POST", target: path, version: "HTTP/1.1",
      fields: [("Host", "a"), ("Content-Length", "\(length)")].map {
        .init(name: $0.0, value: Array($0.1.utf8))
      })
    #expect(head.refusedStatus == status)
    guard status == nil else { return }
    let body = [UInt8](repeating: 1, count: length)
    #expect(body.withUnsafeBytes { assembler.receiveBody($0) }.refusedStatus == nil)
    #expect(assembler.bodySize == length)
    #expect([1].withUnsafeBytes { assembler.receiveBody($0) }.refusedStatus != nil)
  }
}

extension RequestAssemblerTests.HeadCase {
  fileprivate func receive() -> HTTPResponse.Status? {
    var assembler = RequestAssembler(limits: Limits())
    let step = assembler.receiveHead(
      method: method, target: target, version: version,
      fields: (hosts.map { ("Host", $0) } + fields)
        .map { .init(name: $0.0, value: Array($0.1.utf8)) }
    )
    // A refused head must not reach a handler.
    #expect((assembler.head == nil) == (step.refusedStatus != nil))
    return step.refusedStatus
  }
}

extension RequestAssembler.Step {
  fileprivate var refusedStatus: HTTPResponse.Status? {
    switch self {
    case .proceed: nil
    case .refuse(let refusal): refusal.status
    }
  }
}
