import Foundation
import HashTreeCollections
public import ImmutableData

/// Does what actions of people ask for: hears every action, and has the storage
/// load and change records, one operation at a time.
public final class RecordsListener<Storage: RecordsStorage>: Sendable {
  /// The state of the store.
  public typealias State = RecordsState<Storage.Entity>
  /// The actions of the store.
  public typealias Action = RecordsAction<Storage.Entity>

  private let storage: Storage
  private let onError: @Sendable (any Error) -> Void
  private let loop = ActionLoop<State, Action>()

  /// - Parameters:
  ///   - storage: where records are kept.
  ///   - onError: hears what went wrong, after it was dispatched as a failure.
  public init(storage: Storage, onError: @escaping @Sendable (any Error) -> Void = { _ in }) {
    self.storage = storage
    self.onError = onError
  }

  /// Hears the actions of a store from now on. Calling it again with the same
  /// store changes nothing.
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

  /// Stops hearing. What is under way is done to its end; what waits behind it
  /// is not begun.
  ///
  /// - Returns: what ends when that has ended; `nil` where nothing was heard.
  @discardableResult
  public func stop() -> Task<Void, Never>? { loop.stop() }
}

extension RecordsListener {
  /// Does what an action asks for, if the action began it.
  private func run(
    _ action: Action.UI, from oldState: State, to newState: State
  ) async -> Action.Data? {
    func began(_ status: (State) -> RecordStatus?) -> Bool {
      status(oldState) != .waiting && status(newState) == .waiting
    }
    switch action {
    case .onAppear, .onTapTryAgainButton:
      guard began(\.status) else { return nil }
      return .didLoad(await result { try await storage.load() })
    case .onTapAddButton(let id, let record):
      guard began({ $0.queue[id] }) else { return nil }
      return .didSave(
        id: id,
        await result {
          try await storage.add(Entry(id: id, record: record))
          return record
        })
    case .onTapUpdateButton(let id, let record):
      guard began({ $0.queue[id] }) else { return nil }
      return .didSave(
        id: id,
        await result {
          try await storage.update(Entry(id: id, record: record))
          return record
        })
    case .onTapDeleteButton(let id):
      guard began({ $0.queue[id] }) else { return nil }
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
