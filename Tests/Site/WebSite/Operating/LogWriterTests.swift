import Foundation
import Glibc
import Synchronization
import Testing

@testable import WebSite

/// Log lines for a slow reader.
@Suite(.timeLimit(.minutes(1)))
struct LogWriterTests {
  /// Creates a pipe with the minimum capacity, 4 KiB.
  private func makePipe() -> (reading: FileHandle, writing: FileHandle) {
    let pipe = Pipe()
    // F_SETPIPE_SZ, which Glibc does not export.
    let size = fcntl(pipe.fileHandleForWriting.fileDescriptor, 1_031, 4_096)
    #expect(size == 4_096)
    return (pipe.fileHandleForReading, pipe.fileHandleForWriting)
  }

  /// Reads lines until they are complete.
  private func lines(
    from reading: FileHandle, until isEnd: (ArraySlice<Substring>) -> Bool
  ) throws -> [String] {
    var text = ""
    while true {
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      if isEnd(lines) { return lines.map(String.init) }
      var bytes = [UInt8](repeating: 0, count: 4_096)
      let count = read(reading.fileDescriptor, &bytes, bytes.count)
      try #require(count > 0)
      text += String(decoding: bytes[..<count], as: UTF8.self)
    }
  }

  @Test func `Lines are written in order`() throws {
    let (reading, writing) = makePipe()
    let writer = LogWriter(descriptor: writing.fileDescriptor)
    for number in 0..<1_000 { writer.write("\(number)\n".utf8) }
    let found = try lines(from: reading) { $0.last == "999" }
    #expect(found == (0..<1_000).map { "\($0)" })
    #expect(writer.flush(within: 60))
    withExtendedLifetime(writing) {}
  }

  @Test func `Lines that can wait are written soon, in order with others`() throws {
    let (reading, writing) = makePipe()
    let writer = LogWriter(descriptor: writing.fileDescriptor)
    writer.write("one\n".utf8, soon: true)
    #expect(try lines(from: reading) { $0.count == 1 } == ["one"])
    writer.write("two\n".utf8, soon: true)
    writer.write("three\n".utf8)
    writer.write("four\n".utf8, soon: true)
    #expect(writer.flush(within: 60))
    #expect(try lines(from: reading) { $0.count == 3 } == ["two", "three", "four"])
    withExtendedLifetime(writing) {}
  }

  @Test func `A full buffer drops lines and reports their number`() throws {
    let (reading, writing) = makePipe()
    let writer = LogWriter(descriptor: writing.fileDescriptor, capacity: 10_000)
    writer.onLoss { writer.write("dropped \($0)\n".utf8) }
    let line = String(repeating: "a", count: 99) + "\n"
    for _ in 0..<1_000 { writer.write(line.utf8) }
    #expect(!writer.flush(within: 0.05))
    /// Counts the lines that arrived, and those reported as dropped, possibly
    /// in several reports.
    func counts(_ lines: ArraySlice<Substring>) -> (written: Int, dropped: Int) {
      var counts = (written: 0, dropped: 0)
      for line in lines {
        if line.hasPrefix("dropped ") {
          counts.dropped += Int(line.dropFirst("dropped ".count)) ?? 0
        } else {
          counts.written += 1
        }
      }
      return counts
    }
    let found = try lines(from: reading) { lines in
      let counts = counts(lines)
      return counts.written + counts.dropped >= 1_000
    }
    let (written, dropped) = counts(found.map { $0[...] }[...])
    #expect(written + dropped == 1_000)
    // At most the capacity of the pipe, the lines being written and the buffer.
    #expect(written <= 41 + 100 + 100)
    #expect(writer.flush(within: 60))
    withExtendedLifetime(writing) {}
  }

  @Test func `Lines that could not be written are reported later`() throws {
    let (reading, writing) = makePipe()
    // The test redirects this descriptor later.
    let descriptor = open("/dev/full", O_WRONLY)
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    let writer = LogWriter(descriptor: descriptor)
    writer.onLoss { writer.write("dropped \($0)\n".utf8) }
    for line in ["one\n", "two\n"] {
      writer.write(line.utf8)
      #expect(writer.flush(within: 60))
    }
    try #require(dup2(writing.fileDescriptor, descriptor) == descriptor)
    writer.write("three\n".utf8)
    let found = try lines(from: reading) { $0.last?.hasPrefix("dropped") == true }
    #expect(found == ["three", "dropped 2"])
  }

  @Test func `A non-blocking descriptor loses no lines`() throws {
    let (reading, writing) = makePipe()
    let flags = fcntl(writing.fileDescriptor, F_GETFL)
    try #require(fcntl(writing.fileDescriptor, F_SETFL, flags | O_NONBLOCK) == 0)
    let writer = LogWriter(descriptor: writing.fileDescriptor)
    for number in 0..<5_000 { writer.write("\(number)\n".utf8) }
    let found = try lines(from: reading) { $0.last == "4999" }
    #expect(found == (0..<5_000).map { "\($0)" })
    withExtendedLifetime(writing) {}
  }
}
