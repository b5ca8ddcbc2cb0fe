import Synchronization

/// Hears every action of one store, and deals with them one at a time, in
/// their order: what a listener does besides that is its own.
public final class ActionLoop<State: Sendable, Action: Sendable>: Sendable {
  private struct Hearing {
    weak var store: AnyObject?
    var task: Task<Void, Never>?
  }

  private let hearing = Mutex(Hearing())

  /// Hears nothing yet.
  public init() {}

  deinit {
    hearing.withLock { $0.task?.cancel() }
  }

  /// Hears the actions of a store from now on, and no longer those of
  /// another. Calling it again with the same store changes nothing.
  ///
  /// - Parameters:
  ///   - store: whose actions are heard.
  ///   - onError: hears why a stream ended early.
  ///   - onReceive: deals with an action, given the state before it. The next
  ///     one waits until it returns.
  public func hear(
    _ store: some Streamer<State, Action> & AnyObject,
    onError: @escaping @Sendable (any Error) -> Void,
    onReceive: @escaping @Sendable (_ oldState: State, _ action: Action) async -> Void
  ) {
    hearing.withLock { hearing in
      guard hearing.store !== store else { return }
      hearing.store = store
      hearing.task?.cancel()
      let stream = store.makeStream()
      hearing.task = Task {
        do {
          for try await (oldState, action) in stream {
            if Task.isCancelled { return }
            // In a task of its own, which is not cancelled with this one:
            // what is under way is done to its end.
            await Task { await onReceive(oldState, action) }.value
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
      hearing.task?.cancel()
      return hearing.task
    }
  }
}
