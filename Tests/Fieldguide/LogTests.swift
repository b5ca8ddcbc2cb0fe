import Foundation
import Glibc
import HTTPTypes
import Logging
import Testing
import WebServer

@testable import Fieldguide
@testable import WebSite

@Suite("The log", .timeLimit(.minutes(1)))
struct LogTests {
  /// Returns the lines that a closure logs, without their times.
  private func lines(
    _ options: [String: [String]], _ body: (inout Logger) -> Void
  ) throws -> [String] {
    try lines(options) { logger, _ in body(&logger) }
  }

  /// Returns the lines that a closure logs, the lines of requests included.
  private func lines(
    _ options: [String: [String]], _ body: (inout Logger, RequestLog?) -> Void
  ) throws -> [String] {
    let pipe = Pipe()
    let writer = LogWriter(descriptor: pipe.fileHandleForWriting.fileDescriptor)
    let settings = try Given(options: options).read().settings
    var logger = settings.log.logger(to: writer, label: "fieldguide")
    body(&logger, RequestLog(settings.log, to: writer, label: "fieldguide"))
    try #require(writer.flush(within: 50))
    // The writer's thread never closes its descriptor.
    let end = "end\n"
    try pipe.fileHandleForWriting.write(contentsOf: Data(end.utf8))
    var text = ""
    while !text.hasSuffix(end) {
      text += String(decoding: pipe.fileHandleForReading.availableData, as: UTF8.self)
    }
    withExtendedLifetime(pipe) {}
    let time =
      #/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d{4} |"time":"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z",/#
    return try text.dropLast(end.count).split(separator: "\n").map { line in
      try #require(line.firstMatch(of: time) != nil, "\(line)")
      return String(line.replacing(time, with: "", maxReplacements: 1))
    }
  }

  struct Row: CustomTestStringConvertible, Sendable {
    var message: String
    var metadata: Logger.Metadata = [:]
    var text: String
    var json: String
    var testDescription: String { text }
  }

  static let rows = [
    Row(
      message: "stopping", text: "info fieldguide: [FieldguideTests] stopping",
      json: #"{"level":"info","logger":"fieldguide","message":"stopping"}"#),
    Row(
      message: "request",
      metadata: ["status": .stringConvertible(200), "client": "::1", "reason": "too large"],
      text: #"info fieldguide: client=::1 reason="too large" status=200 [FieldguideTests] request"#,
      json: #"{"level":"info","logger":"fieldguide","message":"request","client":"::1","#
        + #""reason":"too large","status":200}"#),
    // No text can start a new line, field or member.
    Row(
      message: "a\n2026-01-01T00:00:00+0000 info fieldguide: FAKE",
      text:
        #"info fieldguide: [FieldguideTests] a\u{a}2026-01-01T00:00:00+0000 info fieldguide: FAKE"#,
      json: #"{"level":"info","logger":"fieldguide","message":"#
        + #""a\n2026-01-01T00:00:00+0000 info fieldguide: FAKE"}"#),
    Row(
      message: "request", metadata: ["id": "x\" status=200 z=\"\u{301}"],
      text: "info fieldguide: id=\"x\\\" status=200 z=\\\"\u{301}\" [FieldguideTests] request",
      json: #"{"level":"info","logger":"fieldguide","message":"request","id":"#
        + "\"x\\\" status=200 z=\\\"\u{301}\"}"),
    Row(
      message: "request", metadata: ["id": #"","level":"error","message":"FAKE"#],
      text:
        #"info fieldguide: id="\",\"level\":\"error\",\"message\":\"FAKE" [FieldguideTests] request"#,
      json: #"{"level":"info","logger":"fieldguide","message":"request","#
        + #""id":"\",\"level\":\"error\",\"message\":\"FAKE"}"#),
    Row(
      message: "request", metadata: ["id": "\u{1B}[31m\u{202E}\u{2800}"],
      text: #"info fieldguide: id=\u{1b}[31m\u{202e}\u{2800} [FieldguideTests] request"#,
      json: #"{"level":"info","logger":"fieldguide","message":"request","#
        + #""id":"\u001b[31m\u202e\u2800"}"#),
    // Metadata cannot override the members of the line.
    Row(
      message: "request", metadata: ["level": "error", "message": "FAKE", "time": "now"],
      text: "info fieldguide: level=error message=FAKE time=now [FieldguideTests] request",
      json: #"{"level":"info","logger":"fieldguide","message":"request","#
        + #""_level":"error","_message":"FAKE","_time":"now"}"#),
    // Nested values.
    Row(
      message: "request",
      metadata: ["values": ["a b", "\n", .dictionary(["k=": "v\r", "a": .stringConvertible(1)])]],
      text: #"info fieldguide: values=["a b","\n",{"a":1,"k=":"v\u000d"}] ["#
        + "FieldguideTests] request",
      json: #"{"level":"info","logger":"fieldguide","message":"request","#
        + #""values":["a b","\n",{"a":1,"k=":"v\u000d"}]}"#),
    Row(
      message: "request", metadata: ["empty": "", "half": .stringConvertible(0.5)],
      text: #"info fieldguide: empty="" half=0.5 [FieldguideTests] request"#,
      json: #"{"level":"info","logger":"fieldguide","message":"request","empty":"","half":"0.5"}"#),
  ]

  @Test(arguments: rows)
  func `Log lines in text format`(_ row: Row) throws {
    let lines = try lines([:]) { logger in
      logger.info("\(row.message)", metadata: row.metadata)
    }
    try #require(lines.count == 1)
    #expect(
      Array(lines[0].unicodeScalars.prefix(row.text.unicodeScalars.count))
        == Array(row.text.unicodeScalars))
  }

  @Test(arguments: rows)
  func `Log lines in JSON format`(_ row: Row) throws {
    let lines = try lines(["log-format": ["json"]]) { logger in
      logger.info("\(row.message)", metadata: row.metadata)
    }
    try #require(lines.count == 1)
    #expect(Array(lines[0].unicodeScalars) == Array(row.json.unicodeScalars))
    _ = try JSONSerialization.jsonObject(with: Data(lines[0].utf8))
  }

  static let trace = "4bf92f3577b34da6a3ce929d0e0e4736"

  // The first rows are the examples of W3C Trace Context.
  @Test(arguments: [
    ("00-\(trace)-00f067aa0ba902b7-01", true), ("00-\(trace)-00f067aa0ba902b7-00", true),
    ("01-\(trace)-00f067aa0ba902b7-01-more", true), ("00-\(trace)-00f067aa0ba902b7-01-more", false),
    ("ff-\(trace)-00f067aa0ba902b7-01", false), ("00-\(trace)-0000000000000000-01", false),
    ("00-00000000000000000000000000000000-00f067aa0ba902b7-01", false),
    ("00-\(trace.uppercased())-00f067aa0ba902b7-01", false),
    ("00-\(trace.dropLast())-00f067aa0ba902b7-01", false), ("00-\(trace)", false), ("", false),
    ("00-\(trace.dropLast(2))\n\"-00f067aa0ba902b7-01", false),
  ])
  func `A request is identified by the trace of a trusted proxy, or at random`(
    _ field: String, isTrace: Bool
  ) throws {
    var head = HTTPRequest(method: .get, scheme: nil, authority: nil, path: "/")
    head.headerFields[try #require(HTTPField.Name("traceparent"))] = field
    for isForwarded in [true, false] {
      let client = Client(address: .local, isForwarded: isForwarded)
      let id = RequestID(of: Request(head: head, client: client)).description
      let isRandom = id.wholeMatch(of: #/[0-9a-f]{8}/#) != nil
      #expect(isTrace && isForwarded ? id == Self.trace : isRandom)
    }
  }

  @Test func `Lines name the request that is being handled`() throws {
    let id = RequestID()
    let lines = try lines([:]) { logger in
      RequestID.$current.withValue(id) { logger.notice("wrong password") }
      logger.notice("stopping")
    }
    #expect(
      lines == [
        "notice fieldguide: id=\(id) [FieldguideTests] wrong password",
        "notice fieldguide: [FieldguideTests] stopping",
      ])
  }

  @Test(arguments: ["text", "json"])
  func `Metadata of the logger is escaped`(_ format: String) throws {
    let lines = try lines(["log-format": [format]]) { logger in
      logger[metadataKey: "id"] = "a\nb"
      logger.info("one")
      logger.info("two", metadata: ["id": "c"])
    }
    switch format {
    case "text":
      #expect(
        lines == [
          #"info fieldguide: id="a\u{a}b" [FieldguideTests] one"#,
          "info fieldguide: id=c [FieldguideTests] two",
        ])
    default:
      #expect(
        lines == [
          #"{"level":"info","logger":"fieldguide","message":"one","id":"a\nb"}"#,
          #"{"level":"info","logger":"fieldguide","message":"two","id":"c"}"#,
        ])
    }
  }

  /// Requests whose lines have different fields.
  private static let requests: [(method: String, status: Int, RequestMeasurement)] = {
    var page = RequestMeasurement()
    page.route = .page(of: "animals")
    page.lookup = .init(origin: .rendered, fragments: 12, selectors: 345)
    page.nanoseconds = 6_789_012
    var post = RequestMeasurement()
    post.visitor = "ada =\"\u{1b}"
    return [
      ("GET", 200, page), ("POST", 404, RequestMeasurement()), ("POST", 303, post),
      ("A\"= \u{301}\u{1b}", 501, page),
    ]
  }()

  @Test(arguments: ["text", "json"], [Logger.Level.info, .debug])
  func `The line of a request is like that of a logger`(
    _ format: String, _ level: Logger.Level
  ) throws {
    let client = try #require(ClientAddress("2001:db8::1"))
    for (method, status, measurement) in Self.requests {
      let id = RequestID()
      let target = "/animals?name=\u{10FFFF}\n\"a=b\"\\"
      let lines = try lines(["log-format": [format], "log-level": [level.rawValue]]) {
        logger, log in
        log?.write(
          id, client: client, method: method, target: target, status: status, bytes: 1_234,
          measurement)
        var metadata: Logger.Metadata = [
          "id": "\(id)", "client": "\(client)", "method": "\(method)",
          "route": "\(measurement.route.rawValue)", "status": .stringConvertible(status),
          "bytes": .stringConvertible(1_234),
          "microseconds": .stringConvertible(measurement.nanoseconds / 1_000),
        ]
        if let lookup = measurement.lookup {
          metadata["cache"] = "\(lookup.origin.rawValue)"
          metadata["fragments"] = .stringConvertible(lookup.fragments)
          metadata["selectors"] = .stringConvertible(lookup.selectors)
        }
        if let visitor = measurement.visitor { metadata["visitor"] = "\(visitor)" }
        if level == .debug { metadata["target"] = "\(target)" }
        logger.log(level: .info, "request", metadata: metadata, file: "WebSite/Request.swift")
      }
      try #require(lines.count == 2)
      #expect(Array(lines[0].utf8) == Array(lines[1].utf8))
    }
  }

  @Test(arguments: [
    ("/invitation?token=a", true, false), ("/%69nvitation?token=a", true, false),
    ("/invitation?token=a", false, false), ("/invitation/?token=a", false, false),
    ("/nowhere?token=a", false, true),
  ])
  func `The address of an invitation is not logged`(
    _ target: String, hasRoute: Bool, isLogged: Bool
  ) throws {
    var measurement = RequestMeasurement()
    if hasRoute { measurement.route = SiteRoute.invitation(token: "").pattern }
    let lines = try lines(["log-level": ["debug"]]) { _, log in
      log?.write(
        RequestID(), client: .local, method: "GET", target: target, status: 421, bytes: 0,
        measurement)
    }
    #expect(lines.map { $0.contains("token=") } == [isLogged])
  }

  @Test func `A log of warnings has no requests`() throws {
    let lines = try lines(["log-level": ["warning"]]) { _, log in #expect(log == nil) }
    #expect(lines == [])
  }

  @Test(arguments: Logger.Level.allCases, ["text", "json"])
  func `Lines below the log level are omitted`(
    _ level: Logger.Level, _ format: String
  ) throws {
    let lines = try lines(["log-level": [level.rawValue], "log-format": [format]]) { logger in
      for level in Logger.Level.allCases { logger.log(level: level, "line") }
    }
    let written = Logger.Level.allCases.filter { $0 >= level }
    #expect(lines.count == written.count)
    for (line, level) in zip(lines, written) {
      #expect(line.contains(format == "text" ? "\(level) fieldguide:" : #""level":"\#(level)""#))
    }
  }

  @Test(arguments: [
    ("text", "error fieldguide: count=1 [WebSite] log lines were dropped"),
    (
      "json",
      #"{"level":"error","logger":"fieldguide","message":"log lines were dropped","count":1}"#
    ),
  ])
  func `Dropped lines are reported in the log`(
    _ format: String, _ line: String
  ) throws {
    // Larger than the buffer.
    let large = String(repeating: "a", count: 1 << 20)
    let lines = try lines(["log-format": [format]]) { logger in
      logger.info("\(large)")
      logger.info("next")
    }
    #expect(lines.count == 2)
    #expect(lines.contains(line))
  }
}
