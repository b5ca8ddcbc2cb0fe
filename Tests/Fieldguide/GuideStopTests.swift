import AnimalsUI
import Durable
import Foundation
import ImmutableData
import ImmutableUI
import Logging
import Markup
import Storage
import TestSupport
import Testing

@testable import WebSite

@Suite("Stopping the guides", .timeLimit(.minutes(1)))
struct GuideStopTests {
  private let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

  private func withAnimals(_ body: (AnimalsGuide, DatabaseFile) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let context = GuideContext(
      dataFolder: folder, storage: DurableStorage(files: folder), logger: logger, observer: nil,
      userAgent: "test",
      assets: try Assets(folder: nil))
    let animals = AnimalsGuide(context)
    try await animals.start()
    try await body(animals, #require(animals.file))
  }

  /// A guide that stops only after a gate opens.
  private struct Stuck: Guide, Root {
    enum Route: GuideRoute {
      case page(StartPage)
      static let path = "stuck"
      var destination: Destination<StartPage, Never, Never> {
        switch self {
        case .page(let location): .page(location)
        }
      }
    }

    let store = Store(initialState: 0) { (count: Int, _: Int) in count }
    let gate = AsyncStream.makeStream(of: Void.self)

    func response(at location: StartPage) -> PageResponse<Empty> {
      .page(Page(title: "", content: Empty()))
    }

    var source: GuideSource? {
      GuideSource(finish: {
        // Like a reducer that does not return, this ignores cancellation.
        await Task { for await _ in gate.stream { return } }.value
      })
    }
  }

  @Test func `Guides that stop in time close their files`() async throws {
    try await withAnimals { animals, file in
      let unfinished = await ([animals] as [any Guide]).stop(
        until: .now + .seconds(30), logger: logger)
      #expect(unfinished == [])
      await #expect(throws: DatabaseFileError.self) { try await file.read { _ in } }
    }
  }

  @Test func `A guide that misses the deadline is reported`() async throws {
    try await withAnimals { animals, file in
      let stuck = Stuck()
      let unfinished = await ([animals, stuck] as [any Guide]).stop(
        until: .now + .milliseconds(500), logger: logger)
      #expect(unfinished.contains("stuck"))
      // The other guide is closed anyway, though later on a busy machine.
      try await eventually("the file is closed") { (try? await file.read { _ in }) == nil }
      stuck.gate.continuation.yield()
    }
  }
}
