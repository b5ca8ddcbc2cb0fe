import Testing
import WebClient

@testable import QuakesData

/// Who asks while a feed is being fetched.
@Suite(.timeLimit(.minutes(1)))
struct RemoteStoreJoinTests {
  private typealias Outcome = Result<[String], RemoteStoreError>

  /// Asks in a task of its own, which can be cancelled.
  private func ask(_ server: FeedServer, _ range: QuakesFeed.Range = .allDay) -> Task<
    Outcome, Never
  > {
    Task {
      do {
        return .success(try await server.store.fetchRemoteQuakesQuery(range: range).map(\.id))
      } catch {
        return .failure(error as? RemoteStoreError ?? .noFeed)
      }
    }
  }

  @Test func `One fetch serves all callers`() async throws {
    let server = try FeedServer(.gated(["us1"]), .status(500))
    let tasks = (0..<20).map { _ in ask(server) }
    try await server.waiting(20)
    server.openGate()
    for task in tasks { #expect(await task.value == .success(["us1"])) }
    #expect(server.requests.count == 1)
  }

  @Test func `One failure reaches all callers`() async throws {
    let server = try FeedServer(.silence)
    let tasks = (0..<5).map { _ in ask(server) }
    try await server.waiting(5)
    try await server.requests(1)
    server.stop()
    for task in tasks { #expect(await task.value == .failure(.fetching(.incomplete))) }
    #expect(server.requests.count == 1)
  }

  @Test func `Another range does not wait`() async throws {
    let server = try FeedServer(.silence, .feed(["us2"], eTag: "\"2\""))
    let slow = ask(server, .allMonth)
    try await server.requests(1)
    #expect(await ask(server, .allHour).value == .success(["us2"]))
    slow.cancel()
    #expect(await slow.value == .failure(.fetching(.cancelled)))
  }

  /// The first one, whose fetch it is, and one that joined.
  @Test(arguments: [0, 1])
  func `A cancelled caller leaves the others waiting`(_ index: Int) async throws {
    let server = try FeedServer(.gated(["us1"]))
    let first = ask(server)
    try await server.waiting(1)
    let tasks = [first, ask(server)]
    try await server.waiting(2)
    try await server.requests(1)
    tasks[index].cancel()
    // It does not wait for the end.
    #expect(await tasks[index].value == .failure(.fetching(.cancelled)))
    server.openGate()
    #expect(await tasks[1 - index].value == .success(["us1"]))
    #expect(server.requests.count == 1)
  }

  @Test func `The next caller starts again when all were cancelled`() async throws {
    let server = try FeedServer(.silence, .feed(["us1"], eTag: "\"1\""))
    let tasks = (0..<3).map { _ in ask(server) }
    try await server.waiting(3)
    try await server.requests(1)
    for task in tasks { task.cancel() }
    for task in tasks { #expect(await task.value == .failure(.fetching(.cancelled))) }
    #expect(await ask(server).value == .success(["us1"]))
    #expect(server.requests.count == 2)
  }

  @Test func `A caller that was cancelled before fetches nothing`() async throws {
    let server = try FeedServer(.feed(["us1"], eTag: "\"1\""))
    let asking = Task {
      while !Task.isCancelled { await Task.yield() }
      return try await server.store.fetchRemoteQuakesQuery(range: .allDay)
    }
    asking.cancel()
    await #expect(throws: RemoteStoreError.fetching(.cancelled)) { try await asking.value }
    #expect(server.requests.isEmpty)
  }
}
