import Foundation
import HashTreeCollections
public import ImmutableData

/// Performs the storage operations that actions of visitors request, and
/// dispatches their outcomes.
///
/// Operations that wait at the same time share a transaction. Their outcomes are
/// in dispatch order, unless the storage is shared: that checks each operation
/// against the content it was based on.
public final class RecordsListener<Entity: Record>: Sendable {
  /// The state of the store.
  public typealias State = RecordsState<Entity>
  /// The actions of the store.
  public typealias Action = RecordsAction<Entity>

  private let storage: any RecordsStorage<Entity>
  private let reducer: Reducer<State, Action>
  private let onError: @Sendable (any Error) -> Void
  private let loop = ActionLoop<State, Action>()

  /// - Parameters:
  ///   - storage: the storage of the records.
  ///   - onError: called with each error, in addition to the action that reports
  ///     the failure.
  ///   - reducer: the reducer of the store that is observed. It tells which
  ///     actions started an operation.
  public init(
    storage: any RecordsStorage<Entity>,
    onError: @escaping @Sendable (any Error) -> Void = { _ in },
    reducer: @escaping Reducer<State, Action> = RecordsReducer.reduce
  ) {
    self.storage = storage
    self.reducer = reducer
    self.onError = onError
  }

  /// Starts observing the actions of a store. Idempotent for the same store.
  public func listen(to store: Store<State, Action>) {
    loop.observe(
      store, limit: 64, isOrdered: !storage.isShared,
      where: { if case .ui = $0 { true } else { false } }, onError: onError
    ) {
      [weak self] oldState, action in
      guard let self, case .ui(let action) = action else { return }
      guard let ending = await run(action, from: oldState) else { return }
      do {
        try await store.dispatch(action: .data(ending))
      } catch {
        onError(error)
      }
    }
  }

  /// Stops observing. The operation in progress is completed; queued operations
  /// are cancelled.
  ///
  /// - Returns: a task that ends with the operation in progress; `nil` if no store
  ///   was observed.
  @discardableResult
  public func stop() -> Task<Void, Never>? { loop.stop() }
}

extension RecordsListener {
  /// Performs the operation that an action requests, unless it was already in
  /// progress.
  private func run(_ action: Action.UI, from oldState: State) async -> Action.Data? {
    // The reducer is pure, so it tells what this very action started. The present
    // state may be the result of later actions.
    guard let newState = try? reducer(oldState, .ui(action)) else { return nil }
    func hasStarted(_ status: (State) -> RecordStatus?) -> Bool {
      status(oldState) != .waiting && status(newState) == .waiting
    }
    switch action {
    case .onAppear, .onTapTryAgainButton:
      // A shared storage has loaded the records before the first request.
      guard !storage.isShared, hasStarted(\.status) else { return nil }
      return .didLoad(await result { try await storage.load() })
    case .onTapAddButton(let id, let record):
      guard hasStarted({ $0.queue[id] }) else { return nil }
      return await ending(of: id) {
        try await storage.add(Entry(id: id, record: record))
      } otherwise: {
        .didSave(id: id, $0.map { record })
      }
    case .onTapUpdateButton(let id, let record):
      guard hasStarted({ $0.queue[id] }), let old = oldState.records[id] else { return nil }
      return await ending(of: id) {
        try await storage.update(Entry(id: id, record: record), replacing: old)
      } otherwise: {
        .didSave(id: id, $0.map { record })
      }
    case .onTapDeleteButton(let id):
      guard hasStarted({ $0.queue[id] }), let old = oldState.records[id] else { return nil }
      return await ending(of: id) {
        try await storage.delete(id, replacing: old)
      } otherwise: {
        .didDelete(id: id, $0.map { old })
      }
    }
  }

  /// Performs an operation on a record.
  ///
  /// - Parameter otherwise: returns the action for a storage that is not shared,
  ///   which carries the change.
  private func ending(
    of id: String, _ operation: () async throws -> Void,
    otherwise: (Action.Result<Action.Ending>) -> Action.Data
  ) async -> Action.Data {
    let result = await result { () -> Action.Ending in
      do {
        try await operation()
        return .success
      } catch RecordsError.stale where storage.isShared {
        return .stale
      } catch RecordsError.notFound where storage.isShared {
        return .deleted
      }
    }
    guard storage.isShared else { return otherwise(result) }
    return switch result {
    case .success(let ending): .didEnd(id: id, ending)
    case .failure(let error): .didEnd(id: id, .failure(error: error))
    }
  }

  private func result<Value>(
    of operation: () async throws -> Value
  ) async -> Action.Result<Value> {
    do {
      return .success(try await operation())
    } catch {
      onError(error)
      return .failure(error: error.localizedDescription)
    }
  }
}

extension RecordsAction.Result {
  /// Replaces the value of a success.
  fileprivate func map<Other>(_ value: () -> Other) -> RecordsAction.Result<Other> {
    switch self {
    case .success: .success(value())
    case .failure(let error): .failure(error: error)
    }
  }
}
