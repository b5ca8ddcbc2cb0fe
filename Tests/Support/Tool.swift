import Foundation

/// Runs a program to its end, for instance one that prepares files of a test.
/// It blocks its thread: call it in `prepare` of a server.
///
/// - Parameters:
///   - path: the path of the program, or its name if it is in `PATH`.
///   - arguments: its arguments.
/// - Throws: ``ToolError`` if it fails.
public func run(_ path: String, _ arguments: [String]) throws {
  let process = Process()
  let output = Pipe()
  process.executableURL = URL(filePath: "/usr/bin/env")
  process.arguments = [path] + arguments
  process.standardInput = FileHandle.nullDevice
  process.standardOutput = output
  process.standardError = output
  try process.run()
  let text = try output.fileHandleForReading.readToEnd() ?? Data()
  process.waitUntilExit()
  guard process.terminationStatus == 0 else {
    throw ToolError(description: "\(path) failed: \(String(decoding: text, as: UTF8.self))")
  }
}

/// The failure of a program, with its output.
public struct ToolError: Error, CustomStringConvertible {
  public var description: String

  public init(description: String) {
    self.description = description
  }
}
