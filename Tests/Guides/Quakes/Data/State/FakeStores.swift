import Foundation
import TestSupport

@testable import QuakesData

/// A call of a store.
enum StoreCall: Hashable, Sendable {
  case load
  case merge([Quake])
  case mergeFeed(QuakesFeed)
  case delete(Quake.ID, Date?)
  case deleteAll(Date?)
  case restore(QuakesAction.UI.QuakeList.Restoration)
  case fetchRemote(QuakesFeed.Range)

  /// The call that deletes a quake at noon.
  static func delete(_ quake: Quake) -> StoreCall { .delete(quake.id, .noon) }
}

/// The result of a call.
enum StoreResult: Hashable, Sendable {
  case done
  case feed(QuakesFeed)
}

/// The test returned a result of the wrong type.
struct MismatchedResult: Error {
  var call: StoreCall
  var result: StoreResult
}

/// A local and a remote store whose results are determined by the test.
protocol FakeStore: PersistentSessionLocalStore, PersistentSessionRemoteStore {
  func result(of call: StoreCall) async throws -> StoreResult
}

extension FakeStore {
  func load() async throws { try await mutate(.load) }

  func didFetchRemoteQuakesMutation(_ quakes: [Quake]) async throws {
    try await mutate(.merge(quakes))
  }

  func didFetchRemoteFeedMutation(_ feed: QuakesFeed) async throws {
    try await mutate(.mergeFeed(feed))
  }

  func deleteLocalQuakeMutation(quakeId: Quake.ID, date: Date?) async throws {
    try await mutate(.delete(quakeId, date))
  }

  func deleteLocalQuakesMutation(date: Date?) async throws { try await mutate(.deleteAll(date)) }

  func restoreLocalQuakesMutation(
    _ restoration: QuakesAction.UI.QuakeList.Restoration
  ) async throws { try await mutate(.restore(restoration)) }

  func fetchLocalReportQuery(quakeId: Quake.ID) async throws -> EventReport? { nil }

  func saveReportMutation(_ report: EventReport) async throws {}

  private func mutate(_ call: StoreCall) async throws {
    let result = try await result(of: call)
    guard case .done = result else { throw MismatchedResult(call: call, result: result) }
  }

  func fetchRemoteFeedQuery(range: QuakesFeed.Range) async throws -> QuakesFeed? {
    let result = try await result(of: .fetchRemote(range))
    guard case .feed(let feed) = result else {
      throw MismatchedResult(call: .fetchRemote(range), result: result)
    }
    return feed
  }

  // Without metadata, which is not called if a feed has them.
  func fetchRemoteQuakesQuery(range: QuakesFeed.Range) async throws -> [Quake] {
    throw UnexpectedCall()
  }
}

/// A method was called that should not be.
struct UnexpectedCall: Error {}

/// A store that returns its results immediately.
struct ImmediateStore: FakeStore {
  var results: @Sendable (StoreCall) throws -> StoreResult

  func result(of call: StoreCall) async throws -> StoreResult { try results(call) }
}

/// A store that returns a result when the test provides it.
actor ControlledStore: FakeStore {
  /// All calls in order.
  private(set) var calls: [StoreCall] = []
  /// The calls whose task was cancelled.
  private(set) var cancelled: [StoreCall] = []
  private var continuations: [CheckedContinuation<StoreResult, any Error>] = []
  private var seen = 0

  func result(of call: StoreCall) async throws -> StoreResult {
    calls.append(call)
    defer { if Task.isCancelled { cancelled.append(call) } }
    return try await withCheckedThrowingContinuation { continuations.append($0) }
  }

  /// Waits for the next call.
  func nextCall() async throws -> StoreCall {
    try await eventually("the next call") { await self.calls.count > self.seen }
    seen += 1
    return calls[seen - 1]
  }

  /// Completes the oldest call in progress, or the newest one.
  func end(with result: Result<StoreResult, any Error>, isNewest: Bool = false) throws {
    guard !continuations.isEmpty else { throw NoCallInProgress() }
    continuations.remove(at: isNewest ? continuations.count - 1 : 0).resume(with: result)
  }

  /// The number of calls in progress.
  var callsInProgress: Int { continuations.count }

  struct NoCallInProgress: Error {}
}
