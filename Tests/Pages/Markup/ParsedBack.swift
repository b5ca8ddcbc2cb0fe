import Foundation
import Markup
import TestSupport
import Testing

/// Parses documents with an independent parser, and compares the result with
/// the rendered strings.
enum ParsedBack {
  /// A document and its expected content.
  struct Document: Encodable {
    var name: String
    var html: Bytes
    var reading: OutputContext.Reading
    var elements: Int
    var strings: [String]

    /// The input of the script, for which the bytes are in `<name>.html`.
    private enum CodingKeys: CodingKey {
      case name, reading, elements, strings
    }
  }

  struct Result {
    /// 0 if all strings are equal, 1 if there are differences; other values are
    /// failures of the script.
    var status: Int32
    /// The differences, or the number of compared strings.
    var report: String
  }

  /// Compares the documents with their expected content.
  static func compare(_ documents: [Document]) throws -> Result {
    try #require(
      FileManager.default.isExecutableFile(atPath: Fixtures.python.path),
      Comment(rawValue: Fixtures.pythonIsMissing))

    let folder = try TemporaryFolder()
    for document in documents {
      let data = document.html.withUnsafeBytes { Data($0) }
      try data.write(to: folder.url.appending(path: "\(document.name).html"))
    }
    try JSONEncoder().encode(documents).write(to: folder.url.appending(path: "expected.json"))
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
