import Foundation
import Synchronization
import TestSupport

@testable import QuakesData

/// A call of a store.
enum StoreCall: Hashable, Sendable {
  case fetchLedger
  case fetchLocal
  case save(QuakesChanges)
  case deleteQuake(DeletedQuake)
  case deleteAll
  case fetchRemote(QuakesFeed.Range)

  /// The call that deletes a quake at noon.
  static func delete(_ quake: Quake) -> StoreCall {
    .deleteQuake(DeletedQuake(quake, at: .noon))
  }

  /// Returns true if the call deletes a quake, alone or with changes that could
  /// not be saved before.
  func deletes(_ quake: Quake) -> Bool {
    switch self {
    case .deleteQuake(let deleted): deleted.quake == quake
    case .save(let changes): changes.kept?.contains { $0.quake == quake } ?? false
    default: false
    }
  }
}

/// The result of a call.
enum StoreResult: Hashable, Sendable {
  case done
  case ledger(QuakesState.Ledger?)
  case quakes([Quake])
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
  func fetchLocalLedgerQuery() async throws -> QuakesState.Ledger? {
    let result = try await result(of: .fetchLedger)
    guard case .ledger(let ledger) = result else {
      throw MismatchedResult(call: .fetchLedger, result: result)
    }
    return ledger
  }

  func fetchLocalQuakesQuery() async throws -> [Quake] {
    let result = try await result(of: .fetchLocal)
    guard case .quakes(let quakes) = result else {
      throw MismatchedResult(call: .fetchLocal, result: result)
    }
    return quakes
  }

  func didRefreshQuakesMutation(changes: QuakesChanges) async throws {
    try await mutate(.save(changes))
  }

  func deleteLocalQuakeMutation(_ deleted: DeletedQuake) async throws {
    try await mutate(.deleteQuake(deleted))
  }

  func deleteLocalQuakesMutation(date: Date) async throws { try await mutate(.deleteAll) }

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

  // The methods without metadata, which are not called if the others exist.

  func didFetchRemoteQuakesMutation(
    inserted: [Quake], updated: [Quake], deleted: [Quake]
  ) async throws { throw UnexpectedCall() }

  func deleteLocalQuakeMutation(quakeId: Quake.ID) async throws { throw UnexpectedCall() }

  func deleteLocalQuakesMutation() async throws { throw UnexpectedCall() }

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

/// A store that returns a result when the test provides it. The ledger, which
/// is always fetched before the quakes, is returned immediately.
actor ControlledStore: FakeStore {
  /// All calls in order, except those for the ledger.
  private(set) var calls: [StoreCall] = []
  /// The calls whose task was cancelled.
  private(set) var cancelled: [StoreCall] = []
  private var continuations: [CheckedContinuation<StoreResult, any Error>] = []
  private var seen = 0

  func result(of call: StoreCall) async throws -> StoreResult {
    if call == .fetchLedger { return .ledger(nil) }
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

  /// Completes the oldest call in progress.
  func end(with result: Result<StoreResult, any Error>) throws {
    guard !continuations.isEmpty else { throw NoCallInProgress() }
    continuations.removeFirst().resume(with: result)
  }

  /// Completes the newest call in progress.
  func endNewest(with result: Result<StoreResult, any Error>) throws {
    guard !continuations.isEmpty else { throw NoCallInProgress() }
    continuations.removeLast().resume(with: result)
  }

  /// The number of calls in progress.
  var callsInProgress: Int { continuations.count }

  struct NoCallInProgress: Error {}
}

/// A local and a remote store with only the required methods. It records its
/// calls.
final class MinimalStore: PersistentSessionLocalStore, PersistentSessionRemoteStore {
  enum Call: Hashable, Sendable {
    case fetchLocal
    case save(inserted: [Quake], updated: [Quake], deleted: [Quake])
    case delete(Quake.ID)
    case deleteAll
    case fetchRemote(QuakesFeed.Range)
  }

  private let recordedCalls = Mutex<[Call]>([])
  private let local: [Quake]
  private let remote: [Quake]

  init(local: [Quake] = [], remote: [Quake] = []) {
    self.local = local
    self.remote = remote
  }

  var calls: [Call] { recordedCalls.withLock { $0 } }

  func fetchLocalQuakesQuery() async throws -> [Quake] {
    recordedCalls.withLock { $0.append(.fetchLocal) }
    return local
  }

  func didFetchRemoteQuakesMutation(
    inserted: [Quake], updated: [Quake], deleted: [Quake]
  ) async throws {
    recordedCalls.withLock {
      $0.append(.save(inserted: inserted, updated: updated, deleted: deleted))
    }
  }

  func deleteLocalQuakeMutation(quakeId: Quake.ID) async throws {
    recordedCalls.withLock { $0.append(.delete(quakeId)) }
  }

  func deleteLocalQuakesMutation() async throws { recordedCalls.withLock { $0.append(.deleteAll) } }

  func fetchRemoteQuakesQuery(range: QuakesFeed.Range) async throws -> [Quake] {
    recordedCalls.withLock { $0.append(.fetchRemote(range)) }
    return remote
  }
}
