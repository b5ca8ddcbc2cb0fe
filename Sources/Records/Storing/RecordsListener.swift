import Foundation
import HashTreeCollections
public import ImmutableData

/// Performs the storage operations that actions of visitors request, one at a
/// time, and dispatches their outcomes.
public final class RecordsListener<Storage: RecordsStorage>: Sendable {
  /// The state of the store.
  public typealias State = RecordsState<Storage.Entity>
  /// The actions of the store.
  public typealias Action = RecordsAction<Storage.Entity>

  private let storage: Storage
  private let onError: @Sendable (any Error) -> Void
  private let loop = ActionLoop<State, Action>()

  /// - Parameters:
  ///   - storage: the storage of the records.
  ///   - onError: called with each error, in addition to the action that reports
  ///     the failure.
  public init(storage: Storage, onError: @escaping @Sendable (any Error) -> Void = { _ in }) {
    self.storage = storage
    self.onError = onError
  }

  /// Starts observing the actions of a store. Idempotent for the same store.
  public func listen(to store: Store<State, Action>) {
    loop.observe(store, where: { if case .ui = $0 { true } else { false } }, onError: onError) {
      [weak self] oldState, action in
      guard let self, case .ui(let action) = action else { return }
      guard let ending = await run(action, from: oldState, to: store.snapshot.state) else {
        return
      }
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
  private func run(
    _ action: Action.UI, from oldState: State, to newState: State
  ) async -> Action.Data? {
    func hasStarted(_ status: (State) -> RecordStatus?) -> Bool {
      status(oldState) != .waiting && status(newState) == .waiting
    }
    switch action {
    case .onAppear, .onTapTryAgainButton:
      guard hasStarted(\.status) else { return nil }
      return .didLoad(await result { try await storage.load() })
    case .onTapAddButton(let id, let record):
      guard hasStarted({ $0.queue[id] }) else { return nil }
      return .didSave(
        id: id,
        await result {
          try await storage.add(Entry(id: id, record: record))
          return record
        })
    case .onTapUpdateButton(let id, let record):
      guard hasStarted({ $0.queue[id] }) else { return nil }
      return .didSave(
        id: id,
        await result {
          try await storage.update(Entry(id: id, record: record))
          return record
        })
    case .onTapDeleteButton(let id):
      guard hasStarted({ $0.queue[id] }) else { return nil }
      return .didDelete(
        id: id,
        await result {
          try await storage.delete(id)
          return oldState.records[id]
        })
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
