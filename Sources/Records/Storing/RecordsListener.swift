import Foundation
import HashTreeCollections
public import ImmutableData

/// Performs the storage operations that actions of visitors request, and
/// dispatches their outcomes.
///
/// Operations that wait at the same time share a transaction. Each is checked against the content
/// that it was based on.
public final class RecordsListener<Entity: Record>: Sendable {
  /// The state of the store.
  public typealias State = RecordsState<Entity>
  /// The actions of the store.
  public typealias Action = RecordsAction<Entity>

  private let storage: any RecordsStorage<Entity>
  private let onError: @Sendable (any Error) -> Void
  private let loop = ActionLoop<State, Action>()

  /// - Parameters:
  ///   - storage: the storage of the records.
  ///   - onError: called with each error, in addition to the action that reports
  ///     the failure.
  public init(
    storage: any RecordsStorage<Entity>,
    onError: @escaping @Sendable (any Error) -> Void = { _ in }
  ) {
    self.storage = storage
    self.onError = onError
  }

  /// Starts observing the actions of a store. Idempotent for the same store.
  public func listen(to store: Store<State, Action>) {
    loop.observe(store, limit: 64, where: { if case .ui = $0 { true } else { false } }) {
      [weak self] transition, turn in
      turn.pass()
      guard let self, let ending = await run(transition, on: store) else { return }
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
  /// Performs the operation that an action began; `nil` if it began none.
  private func run(
    _ transition: Transition<State, Action>, on store: Store<State, Action>
  ) async -> Action.Data? {
    guard case .ui(let action) = transition.action else { return nil }
    func outcome(
      of id: String, _ operation: (Entity?) -> RecordsOperation<Entity>?
    ) async -> Action.Data? {
      guard transition.begins({ $0.queue[id] == .waiting }) else { return nil }
      do {
        guard let operation = operation(transition.oldState.records[id]) else {
          throw RecordsError.notFound
        }
        try await storage.write(operation)
        return .didEnd(id: id, .success)
      } catch let error as RecordsError where error == .stale || error == .idInUse {
        // The request is checked again, and finds the conflict.
        return .didEnd(id: id, .stale)
      } catch RecordsError.notFound {
        return .didEnd(id: id, .deleted)
      } catch {
        onError(error)
        return .didEnd(id: id, .failure(error.localizedDescription))
      }
    }
    func operation(
      on id: String, _ old: Entity?, _ new: Entity?, _ origin: ChangeOrigin
    ) -> RecordsOperation<Entity> {
      RecordsOperation(id: id, edits: [RecordEdit(id: id, old: old, new: new)], by: origin)
    }
    switch action {
    case .onAppear, .onTapTryAgainButton:
      guard transition.begins({ $0.status == .waiting }) else { return nil }
      do {
        try await storage.load(into: store)
        return nil
      } catch {
        onError(error)
        return .didFailToLoad(error: error.localizedDescription)
      }
    case .onTapAddButton(let id, let record, let origin):
      return await outcome(of: id) { _ in operation(on: id, nil, record, origin) }
    case .onTapUpdateButton(let id, let record, let origin):
      return await outcome(of: id) { old in old.map { operation(on: id, $0, record, origin) } }
    case .onTapDeleteButton(let id, let origin):
      return await outcome(of: id) { old in old.map { operation(on: id, $0, nil, origin) } }
    case .onTapChangeButton(let operation):
      return await outcome(of: operation.id) { _ in operation }
    }
  }
}
