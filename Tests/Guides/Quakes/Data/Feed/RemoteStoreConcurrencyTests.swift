import Testing
import WebClient

@testable import QuakesData

/// Concurrent requests for the same feed.
@Suite(.timeLimit(.minutes(1)))
struct RemoteStoreConcurrencyTests {
  private typealias Outcome = Result<[String], RemoteStoreError>

  /// Requests a feed in a task that can be cancelled.
  private func fetch(_ server: FeedServer, _ range: QuakesFeed.Range = .allDay) -> Task<
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

  @Test func `Concurrent callers share a fetch`() async throws {
    let server = try FeedServer(.gated(["us1"]), .status(500))
    let tasks = (0..<20).map { _ in fetch(server) }
    try await server.subscribers(20)
    server.openGate()
    for task in tasks { #expect(await task.value == .success(["us1"])) }
    #expect(server.requests.count == 1)
  }

  @Test func `One failure reaches all callers`() async throws {
    let server = try FeedServer(.silence)
    let tasks = (0..<5).map { _ in fetch(server) }
    try await server.subscribers(5)
    try await server.requests(1)
    server.stop()
    for task in tasks { #expect(await task.value == .failure(.fetching(.incomplete))) }
    #expect(server.requests.count == 1)
  }

  @Test func `Ranges are fetched independently`() async throws {
    let server = try FeedServer(.silence, .feed(["us2"], eTag: "\"2\""))
    let slow = fetch(server, .allMonth)
    try await server.requests(1)
    #expect(await fetch(server, .allHour).value == .success(["us2"]))
    slow.cancel()
    #expect(await slow.value == .failure(.fetching(.cancelled)))
  }

  /// The caller that started the fetch, and one that joined it.
  @Test(arguments: [0, 1])
  func `Cancelling a caller does not affect the others`(_ index: Int) async throws {
    let server = try FeedServer(.gated(["us1"]))
    let first = fetch(server)
    try await server.subscribers(1)
    let tasks = [first, fetch(server)]
    try await server.subscribers(2)
    try await server.requests(1)
    tasks[index].cancel()
    // The caller does not wait for the end of the fetch.
    #expect(await tasks[index].value == .failure(.fetching(.cancelled)))
    server.openGate()
    #expect(await tasks[1 - index].value == .success(["us1"]))
    #expect(server.requests.count == 1)
  }

  @Test func `The fetch is cancelled with its last caller`() async throws {
    let server = try FeedServer(.silence, .feed(["us1"], eTag: "\"1\""))
    let tasks = (0..<3).map { _ in fetch(server) }
    try await server.subscribers(3)
    try await server.requests(1)
    for task in tasks { task.cancel() }
    for task in tasks { #expect(await task.value == .failure(.fetching(.cancelled))) }
    #expect(await fetch(server).value == .success(["us1"]))
    #expect(server.requests.count == 2)
  }

  @Test func `A cancelled caller starts no fetch`() async throws {
    let server = try FeedServer(.feed(["us1"], eTag: "\"1\""))
    let caller = Task {
      while !Task.isCancelled { await Task.yield() }
      return try await server.store.fetchRemoteQuakesQuery(range: .allDay)
    }
    caller.cancel()
    await #expect(throws: RemoteStoreError.fetching(.cancelled)) { try await caller.value }
    #expect(server.requests.isEmpty)
  }
}
