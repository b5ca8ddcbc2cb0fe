import Synchronization

/// Hears every action of one store, and deals with them one at a time, in
/// their order: what a listener does besides that is its own.
public final class ActionLoop<State: Sendable, Action: Sendable>: Sendable {
  private struct Hearing {
    weak var store: AnyObject?
    var turn: ActionLoopTurn?
  }

  private let hearing = Mutex(Hearing())

  /// Hears nothing yet.
  public init() {}

  deinit {
    hearing.withLock { _ = $0.turn?.stop() }
  }

  /// Hears the actions of a store from now on, and no longer those of
  /// another. Calling it again with the same store changes nothing.
  ///
  /// - Parameters:
  ///   - store: whose actions are heard.
  ///   - isHeard: whether an action concerns the listener at all. Others cost
  ///     nothing more.
  ///   - onError: hears why a stream ended early.
  ///   - onReceive: deals with an action, given the state before it. The next
  ///     one waits until it returns.
  public func observe(
    _ store: some Streamer<State, Action> & AnyObject,
    where isHeard: @escaping @Sendable (_ action: Action) -> Bool = { _ in true },
    onError: @escaping @Sendable (any Error) -> Void,
    onReceive: @escaping @Sendable (_ oldState: State, _ action: Action) async -> Void
  ) {
    hearing.withLock { hearing in
      guard hearing.store !== store else { return }
      hearing.turn?.stop()
      hearing.store = store
      let turn = ActionLoopTurn()
      hearing.turn = turn
      let stream = store.makeStream()
      turn.start {
        do {
          for try await (oldState, action) in stream where isHeard(action) {
            guard turn.begin() else { return }
            await onReceive(oldState, action)
            guard turn.end() else { return }
          }
        } catch {
          onError(error)
        }
      }
    }
  }

  /// Stops hearing. What is under way is done to its end; what waits for its
  /// turn behind it is not begun.
  ///
  /// - Returns: what ends when that has ended; `nil` where nothing was heard.
  @discardableResult
  public func stop() -> Task<Void, Never>? {
    hearing.withLock { hearing in
      defer { hearing = Hearing() }
      return hearing.turn?.stop()
    }
  }
}

/// The hearing of one store. Its task is cancelled only while it waits for
/// actions: what is under way is done to its end.
private final class ActionLoopTurn: Sendable {
  private struct State {
    var task: Task<Void, Never>?
    var isBusy = false
    var isStopped = false
  }

  private let state = Mutex(State())

  func start(_ work: @escaping @Sendable () async -> Void) {
    state.withLock { $0.task = Task { await work() } }
  }

  /// - Returns: whether there still is something to do.
  func begin() -> Bool {
    state.withLock { state in
      state.isBusy = !state.isStopped
      return state.isBusy
    }
  }

  func end() -> Bool {
    state.withLock { state in
      state.isBusy = false
      return !state.isStopped
    }
  }

  @discardableResult
  func stop() -> Task<Void, Never>? {
    state.withLock { state in
      state.isStopped = true
      if !state.isBusy { state.task?.cancel() }
      return state.task
    }
  }
}
