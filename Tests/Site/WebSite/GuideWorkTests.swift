import ImmutableData
import ImmutableUI
import Logging
import Markup
import Synchronization
import TestSupport
import Testing

@testable import WebSite

@Suite(.timeLimit(.minutes(1))) struct GuideWorkTests {
  /// A guide that writes down what is asked of it.
  private struct Diary: Guide, Root {
    struct Failure: Error {}

    struct Entries {
      var lines: [String] = []
      var failures = (start: 0, run: 0)
      var isLoaded = true
    }

    enum Route: GuideRoute {
      case page(StartPage)
      static let path = "diary"
      var destination: Destination<StartPage, Never, Never> {
        switch self {
        case .page(let location): .page(location)
        }
      }
    }

    let store = Store(initialState: 0) { (count: Int, step: Int) in count + step }
    let entries: Gated<Entries>

    var source: GuideSource? {
      GuideSource(start: {
        try entries.value.withLock { entries in
          entries.lines.append("start")
          entries.failures.start -= 1
          if entries.failures.start >= 0 { throw Failure() }
        }
      })
    }

    func isLoaded() -> Bool { entries.value.withLock(\.isLoaded) }

    func run() async throws {
      try entries.value.withLock { entries in
        entries.lines.append("run")
        entries.failures.run -= 1
        if entries.failures.run >= 0 { throw Failure() }
      }
    }

    func response(at location: StartPage) -> PageResponse<some HTML> {
      .page("Diary", of: store) { count in h1 { String(count) } }
    }
  }

  private final class Gated<Value: Sendable>: Sendable {
    let value: Mutex<Value>
    init(_ value: Value) { self.value = Mutex(value) }
  }

  @Test func `Errors of the start and of the work are logged, counted and tried again`()
    async throws
  {
    let log = RecordedLog()
    let waits = Gated<[Duration]>([])
    let work = GuideWork(logger: log.logger) { wait in waits.value.withLock { $0.append(wait) } }
    let guide = Diary(entries: Gated(.init(failures: (start: 2, run: 1))))
    #expect(!work.hasFailed("diary"))
    try await work.perform(guide, among: [guide])
    #expect(guide.entries.value.withLock(\.lines) == ["start", "start", "start", "run", "run"])
    #expect(waits.value.withLock(\.self) == [.seconds(2), .seconds(4), .seconds(2)])
    #expect(work.errors["diary"] == .init(start: 2, run: 1))
    #expect(!work.hasFailed("diary"))
    #expect(
      log.lines == [
        "error the guide “diary” could not be started error=Failure()",
        "error the guide “diary” could not be started error=Failure()",
        "error the work of the guide “diary” failed error=Failure()",
      ])
  }

  @Test func `A guide that could not be started is not ready`() async throws {
    struct Stop: Error {}
    let work = GuideWork(logger: RecordedLog().logger) { _ in throw Stop() }
    let guide = Diary(entries: Gated(.init(failures: (start: 1, run: 0))))
    let check = guide.readiness(work)
    #expect(await check.obstacle() == nil)
    await #expect(throws: Stop.self) { try await work.perform(guide, among: [guide]) }
    #expect(await check.obstacle() == "not started")
    try await work.perform(guide, among: [guide])
    #expect(await check.obstacle() == nil)
  }

  @Test func `Work begins when the data are loaded`() async throws {
    let work = GuideWork(logger: RecordedLog().logger)
    let guide = Diary(entries: Gated(.init(isLoaded: false)))
    let other = Diary(entries: Gated(.init()))
    let task = Task { try await work.perform(guide, among: [guide, other]) }
    try await eventually("it is started") { guide.entries.value.withLock(\.lines) == ["start"] }
    try await Task.sleep(for: .milliseconds(300))
    #expect(guide.entries.value.withLock(\.lines) == ["start"])
    guide.entries.value.withLock { $0.isLoaded = true }
    try await task.value
    #expect(guide.entries.value.withLock(\.lines) == ["start", "run"])
  }
}
