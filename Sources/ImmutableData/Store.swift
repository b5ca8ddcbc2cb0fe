import Dispatch
import Synchronization

/// The one place where a product's state lives.
///
/// `dispatch(action:)` is one synchronous step: reduce, replace the state,
/// publish `(oldState, action)` to every stream. Any thread may dispatch; the
/// steps happen one after the other, and streams see them in that order.
/// Readers never wait for a reducer: they get the last complete state.
///
/// Asynchronous code awaits `dispatch(action:)`. The step then runs on a queue
/// of the store's own, so that a slow reducer blocks no thread of Swift's
/// cooperative pool and delays no other store.
///
/// A reducer must not use its own store: it runs while the store is locked
/// for other dispatches.
public final class Store<State: Sendable, Action: Sendable>: Sendable {
  /// What a stream carries: the state before the action, and the action.
  public typealias Change = (oldState: State, action: Action)

  private struct Current {
    var state: State
    var history: History<Change>
  }

  private let step: @Sendable (State, Action) throws -> Step<State, Action>
  private let observer: ObservedStep<State, Action>.Observer?
  private let registrar = StreamRegistrar<Change>()
  /// The revisions as a number to look at.
  public let counter = RevisionCounter()
  private let revisions = StreamRegistrar<Int>(bufferingPolicy: .bufferingNewest(1))
  // Two locks, so that a long reduction keeps no reader waiting: `turn` is
  // held for a whole dispatch, `current` only to read or to replace.
  private let turn = Mutex(())
  private let current: Mutex<Current>
  // Where asynchronous dispatches run. A serial queue has a thread outside the
  // cooperative pool, which may wait.
  private let queue = DispatchQueue(label: "fieldguide.store")

  /// Makes a store.
  ///
  /// - Parameters:
  ///   - initialState: its state at revision 0.
  ///   - historyCapacity: how many of the last changes `changes(after:through:)`
  ///     can tell about; less than 0 is 0. Each keeps one old state alive.
  ///   - observer: hears each step; none costs nothing.
  ///   - reducer: makes each next state.
  public convenience init(
    initialState: State,
    historyCapacity: Int = 64,
    observer: ObservedStep<State, Action>.Observer? = nil,
    reducer: @escaping Reducer<State, Action>
  ) {
    self.init(
      step: { state, action in Step(state: try reducer(state, action)) },
      initialState: initialState, historyCapacity: historyCapacity, observer: observer)
  }

  /// Makes a store in which actions follow from actions.
  package init(
    step: @escaping @Sendable (State, Action) throws -> Step<State, Action>,
    initialState: State,
    historyCapacity: Int,
    observer: ObservedStep<State, Action>.Observer? = nil
  ) {
    self.step = step
    self.observer = observer
    self.current = Mutex(
      Current(state: initialState, history: History(capacity: historyCapacity))
    )
  }

  /// The state and its revision, read together.
  public var snapshot: Snapshot<State> {
    current.withLock { Snapshot(state: $0.state, revision: $0.history.revision) }
  }

  /// What happened between two revisions, oldest first; `nil` where that is
  /// no longer known. O(number of changes).
  public func changes(after first: Int, through last: Int) -> [Change]? {
    current.withLock { $0.history.elements(after: first, through: last) }
  }
}

extension Store: Dispatcher {
  public func dispatch(action: Action) throws {
    try dispatch(action: action, given: { _ in })
  }

  /// Dispatches only if a precondition holds for the very state that the
  /// reducer gets: nothing can come between the check and the step.
  ///
  /// - Throws: what the precondition or the reducer throws; the state is then
  ///   unchanged and nothing is published.
  public func dispatch(
    action: Action,
    given precondition: (State) throws -> Void
  ) throws {
    // Breadth first: all that follows from one action, then all that follows
    // from that. A loop, so that a long chain needs no deep stack.
    var followUps = try turn(of: action, given: precondition)?(self) ?? []
    while !followUps.isEmpty {
      followUps = followUps.flatMap { followUp in
        let consequence = try? turn(of: followUp.action) { _ in
          guard followUp.isWanted() else { throw CancellationError() }
        }
        return consequence?(self) ?? []
      }
    }
  }

  public func dispatch(action: Action) async throws {
    try await dispatch(action: action, given: { _ in })
  }

  /// Dispatches only if a precondition holds for the very state that the
  /// reducer gets, without blocking the calling task's thread.
  ///
  /// Actions are reduced in the order of the calls. Cancelling the task does not
  /// withdraw the action.
  ///
  /// - Throws: what the precondition or the reducer throws; the state is then
  ///   unchanged and nothing is published.
  public func dispatch(
    action: Action,
    given precondition: @escaping @Sendable (State) throws -> Void
  ) async throws {
    try await withCheckedThrowingContinuation { continuation in
      queue.async {
        continuation.resume(with: Result { try self.dispatch(action: action, given: precondition) })
      }
    }
  }

  /// Reduces, replaces and publishes; returns what is to be done about it.
  private func turn(
    of action: Action, given precondition: (State) throws -> Void
  ) throws -> Step<State, Action>.Consequence? {
    // What the history forgets is let go of after the turn: freeing an old
    // state may take long, and the next dispatch need not wait for it.
    let (_, consequence) = try turn.withLock { _ in
      let oldState = current.withLock { $0.state }
      try precondition(oldState)
      let start = observer.map { _ in ContinuousClock.now }
      let step = try step(oldState, action)
      let duration = start.map { ContinuousClock.now - $0 }
      let (forgotten, revision) = current.withLock { current in
        current.state = step.state
        let forgotten = current.history.append((oldState, action))
        return (forgotten, current.history.revision)
      }
      counter.advance()
      if let observer, let duration {
        observer(
          ObservedStep(
            action: action, revision: revision, before: oldState, after: step.state,
            duration: duration))
      }
      registrar.yield((oldState, action))
      revisions.yield(revision)
      return (forgotten, step.consequence)
    }
    return consequence
  }

  public func dispatch(
    thunk: @Sendable (_ dispatcher: Store, _ selector: Store) throws -> Void
  ) rethrows {
    try thunk(self, self)
  }

  public func dispatch(
    thunk: @Sendable (_ dispatcher: Store, _ selector: Store) async throws -> Void
  ) async rethrows {
    try await thunk(self, self)
  }
}

extension Store: Selector {
  public func select<T: Sendable>(_ selector: @Sendable (State) -> T) -> T {
    selector(snapshot.state)
  }
}

extension Store: Streamer {
  public func makeStream() -> AsyncStream<(oldState: State, action: Action)> {
    registrar.makeStream()
  }

  /// The revisions from now on, for those who want to know that something
  /// happened, not what. Who is slow gets the newest one only.
  public func makeRevisions() -> AsyncStream<Int> {
    revisions.makeStream()
  }
}
