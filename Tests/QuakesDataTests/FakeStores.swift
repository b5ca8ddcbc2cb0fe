import Synchronization
import TestSupport

@testable import QuakesData

/// What the stores are asked.
enum StoreCall: Hashable, Sendable {
  case fetchLedger
  case fetchLocal
  case save(QuakesChanges)
  case delete(Quake)
  case deleteAll
  case fetchRemote(QuakesFeed.Range)
}

/// What they answer.
enum StoreAnswer: Hashable, Sendable {
  case done
  case ledger(QuakesState.Ledger?)
  case quakes([Quake])
  case feed(QuakesFeed)
}

/// A test had a store answer something that was not asked.
struct UnfitAnswer: Error {
  var call: StoreCall
  var answer: StoreAnswer
}

/// A local and a remote store whose answers a test makes up.
protocol FakeStore: PersistentSessionLocalStore, PersistentSessionRemoteStore {
  func answer(to call: StoreCall) async throws -> StoreAnswer
}

extension FakeStore {
  func fetchLocalLedgerQuery() async throws -> QuakesState.Ledger? {
    let answer = try await answer(to: .fetchLedger)
    guard case .ledger(let ledger) = answer else {
      throw UnfitAnswer(call: .fetchLedger, answer: answer)
    }
    return ledger
  }

  func fetchLocalQuakesQuery() async throws -> [Quake] {
    let answer = try await answer(to: .fetchLocal)
    guard case .quakes(let quakes) = answer else {
      throw UnfitAnswer(call: .fetchLocal, answer: answer)
    }
    return quakes
  }

  func didRefreshQuakesMutation(changes: QuakesChanges) async throws {
    try await mutate(.save(changes))
  }

  func deleteLocalQuakeMutation(quake: Quake) async throws { try await mutate(.delete(quake)) }

  func deleteLocalQuakesMutation() async throws { try await mutate(.deleteAll) }

  private func mutate(_ call: StoreCall) async throws {
    let answer = try await answer(to: call)
    guard case .done = answer else { throw UnfitAnswer(call: call, answer: answer) }
  }

  func fetchRemoteFeedQuery(range: QuakesFeed.Range) async throws -> QuakesFeed? {
    let answer = try await answer(to: .fetchRemote(range))
    guard case .feed(let feed) = answer else {
      throw UnfitAnswer(call: .fetchRemote(range), answer: answer)
    }
    return feed
  }

  // What nobody asks of a store that can do more.

  func didFetchRemoteQuakesMutation(
    inserted: [Quake], updated: [Quake], deleted: [Quake]
  ) async throws { throw Unasked() }

  func deleteLocalQuakeMutation(quakeId: Quake.ID) async throws { throw Unasked() }

  func fetchRemoteQuakesQuery(range: QuakesFeed.Range) async throws -> [Quake] {
    throw Unasked()
  }
}

/// A store was asked for less than it can do.
struct Unasked: Error {}

/// A store that answers at once.
struct PromptStore: FakeStore {
  var answers: @Sendable (StoreCall) throws -> StoreAnswer

  func answer(to call: StoreCall) async throws -> StoreAnswer { try answers(call) }
}

/// A store that answers when the test says so. Asking for the ledger, which
/// always comes before the quakes, it answers at once.
actor ControlledStore: FakeStore {
  /// All that it was asked, in order, but the ledger.
  private(set) var calls: [StoreCall] = []
  /// The calls that it answered after their task was cancelled.
  private(set) var cancelled: [StoreCall] = []
  private var waiting: [CheckedContinuation<StoreAnswer, any Error>] = []
  private var seen = 0

  func answer(to call: StoreCall) async throws -> StoreAnswer {
    if call == .fetchLedger { return .ledger(nil) }
    calls.append(call)
    defer { if Task.isCancelled { cancelled.append(call) } }
    return try await withCheckedThrowingContinuation { waiting.append($0) }
  }

  /// Waits for the next call to begin.
  func nextCall() async throws -> StoreCall {
    try await eventually("the store is asked") { await self.calls.count > self.seen }
    seen += 1
    return calls[seen - 1]
  }

  /// Ends the oldest call that is under way.
  func end(with result: Result<StoreAnswer, any Error>) throws {
    guard !waiting.isEmpty else { throw NothingUnderWay() }
    waiting.removeFirst().resume(with: result)
  }

  /// Ends the newest call that is under way.
  func endNewest(with result: Result<StoreAnswer, any Error>) throws {
    guard !waiting.isEmpty else { throw NothingUnderWay() }
    waiting.removeLast().resume(with: result)
  }

  /// How many calls are under way.
  var underWay: Int { waiting.count }

  struct NothingUnderWay: Error {}
}

/// A pair of stores that have only what every one must have. They write down
/// what they are asked.
final class ModestStore: PersistentSessionLocalStore, PersistentSessionRemoteStore {
  enum Call: Hashable, Sendable {
    case fetchLocal
    case save(inserted: [Quake], updated: [Quake], deleted: [Quake])
    case delete(Quake.ID)
    case deleteAll
    case fetchRemote(QuakesFeed.Range)
  }

  private let asked = Mutex<[Call]>([])
  private let local: [Quake]
  private let remote: [Quake]

  init(local: [Quake] = [], remote: [Quake] = []) {
    self.local = local
    self.remote = remote
  }

  var calls: [Call] { asked.withLock { $0 } }

  func fetchLocalQuakesQuery() async throws -> [Quake] {
    asked.withLock { $0.append(.fetchLocal) }
    return local
  }

  func didFetchRemoteQuakesMutation(
    inserted: [Quake], updated: [Quake], deleted: [Quake]
  ) async throws {
    asked.withLock {
      $0.append(.save(inserted: inserted, updated: updated, deleted: deleted))
    }
  }

  func deleteLocalQuakeMutation(quakeId: Quake.ID) async throws {
    asked.withLock { $0.append(.delete(quakeId)) }
  }

  func deleteLocalQuakesMutation() async throws { asked.withLock { $0.append(.deleteAll) } }

  func fetchRemoteQuakesQuery(range: QuakesFeed.Range) async throws -> [Quake] {
    asked.withLock { $0.append(.fetchRemote(range)) }
    return remote
  }
}
