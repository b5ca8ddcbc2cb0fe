import Foundation
import Markup
import TestSupport
import Testing

/// Reads documents with a parser that knows nothing of this project, and
/// compares what it finds with what was written.
enum ParsedBack {
  /// One document, and what a reader must find in it.
  struct Document {
    var name: String
    var html: Bytes
    var reading: OutputContext.Reading
    var elements: Int
    var strings: [String]
  }

  /// What the script is told about one document; its bytes are in `<name>.html`.
  private struct Expectation: Encodable {
    var name: String
    var reading: OutputContext.Reading
    var elements: Int
    var strings: [String]
  }

  struct Result {
    /// 0 where all is as it was written, 1 where something differs; anything
    /// else is a failure of the script.
    var status: Int32
    /// What differs, or how much was compared, in words.
    var report: String
  }

  /// Compares the documents.
  static func compare(_ documents: [Document]) throws -> Result {
    try #require(
      FileManager.default.isExecutableFile(atPath: Fixtures.python.path),
      Comment(rawValue: Fixtures.pythonIsMissing))

    let folder = try TemporaryFolder()
    for document in documents {
      let data = document.html.withUnsafeBytes { Data($0) }
      try data.write(to: folder.url.appending(path: "\(document.name).html"))
    }
    let expectations = documents.map {
      Expectation(
        name: $0.name, reading: $0.reading, elements: $0.elements, strings: $0.strings)
    }
    try JSONEncoder().encode(expectations).write(to: folder.url.appending(path: "expected.json"))
    return try run(folder.url)
  }

  private static func run(_ folder: URL) throws -> Result {
    let script = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "parse_back.py")
    let process = Process()
    let output = Pipe()
    process.executableURL = Fixtures.python
    process.arguments = [script.path, folder.path]
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let report = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return Result(
      status: process.terminationStatus, report: String(decoding: report, as: UTF8.self))
  }
}
