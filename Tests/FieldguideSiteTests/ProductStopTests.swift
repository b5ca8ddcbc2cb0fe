import Dispatch
import Foundation
import ImmutableData
import Logging
import QuakesData
import Storage
import Testing

@testable import Fieldguide

/// A stop ends what the guides are doing, and gives up what does not end.
@Suite(.timeLimit(.minutes(1)))
struct ProductStopTests {
  private let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

  private func withFolder(_ body: (URL) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(folder)
  }

  @Test func `Guides that stop in time are closed`() async throws {
    try await withFolder { folder in
      let animals = AnimalsProduct(folder: folder, logger: logger, observer: nil)
      try await animals.start()
      let unfinished = await Application.stop(
        [animals], until: .now + .seconds(30), logger: logger)
      #expect(unfinished == [])
      await #expect(throws: DatabaseFileError.self) { try await animals.file.read { _ in } }
    }
  }

  @Test func `A guide whose reducer does not return is named`() async throws {
    try await withFolder { folder in
      let gate = DispatchSemaphore(value: 0)
      let entered = AsyncStream.makeStream(of: Void.self)
      let slow = QuakesProduct(
        folder: folder, feeds: URL(filePath: "/"), logger: logger,
        observer: { step in
          guard case .data = step.action else { return }
          entered.continuation.yield()
          gate.wait()
        })
      let quick = AnimalsProduct(folder: folder, logger: logger, observer: nil)
      try await slow.start()
      // The quakes were read, and are being reduced.
      for await _ in entered.stream { break }
      let unfinished = await Application.stop(
        [quick, slow], until: .now + .milliseconds(500), logger: logger)
      #expect(unfinished == ["quakes"])
      for _ in 0..<8 { gate.signal() }
      try await slow.stop()
    }
  }
}
