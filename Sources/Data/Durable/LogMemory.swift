public import ImmutableData
import Synchronization

/// The state of a log: in a store, or in no store yet.
public final class LogMemory<State: DurableState, Action: Sendable>: Sendable {
  private enum Place {
    case none(State, isLoaded: Bool)
    case store(Store<State, Action>)
  }

  private let place: Mutex<Place>
  private let action: @Sendable (LogEvent<State>) throws -> Action

  /// - Parameters:
  ///   - empty: the state without rows.
  ///   - store: the store; `nil` if there is none before ``move(to:)``.
  ///   - action: returns the action that brings an event into a store.
  public init(
    _ empty: State, in store: Store<State, Action>? = nil,
    action: @escaping @Sendable (LogEvent<State>) throws -> Action
  ) {
    place = Mutex(store.map(Place.store) ?? .none(empty, isLoaded: false))
    self.action = action
  }

  /// The state.
  public var state: State {
    switch place.withLock({ $0 }) {
    case .none(let state, _): state
    case .store(let store): store.snapshot.state
    }
  }

  /// Brings an event into memory, and returns when it is there.
  ///
  /// - Throws: the errors of the action and of the reducer.
  public func receive(_ event: LogEvent<State>) async throws {
    let action = try action(event)
    let store = place.withLock { place -> Store<State, Action>? in
      switch place {
      case .store(let store): return store
      case .none(var state, _):
        state.apply(event)
        place = .none(state, isLoaded: true)
        return nil
      }
    }
    try await store?.dispatch(action: action)
  }

  /// Brings the state and all further events into a store. Idempotent.
  public func move(to store: Store<State, Action>) async throws {
    let former = place.withLock { place -> State? in
      defer { place = .store(store) }
      switch place {
      case .none(let state, let isLoaded): return isLoaded ? state : nil
      case .store(let old): return old === store ? nil : old.snapshot.state
      }
    }
    if let former { try await store.dispatch(action: try action(.loaded(former, at: 0))) }
  }
}
