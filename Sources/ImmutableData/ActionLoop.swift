import Synchronization

/// A loop that observes the actions of one store and processes them one at a
/// time, in dispatch order.
///
/// A listener uses it to perform the side effects of actions: it reads a file
/// or sends a request, then dispatches the result.
///
/// ```swift
/// enum Action: Sendable { case onTapSaveButton, didSave }
///
/// let store = Store(initialState: 0) { (saves: Int, action: Action) in
///   action == .didSave ? saves + 1 : saves
/// }
/// let loop = ActionLoop<Int, Action>()
/// loop.observe(store, where: { $0 == .onTapSaveButton }, onError: { print($0) }) {
///   [weak store] oldState, action in
///   try? await store?.dispatch(action: .didSave)
/// }
/// ```
public final class ActionLoop<State: Sendable, Action: Sendable>: Sendable {
  private struct Subscription {
    weak var store: AnyObject?
    var consumer: ActionConsumer?
  }

  private let subscription = Mutex(Subscription())

  /// Creates a loop that observes nothing yet.
  public init() {}

  deinit {
    subscription.withLock { _ = $0.consumer?.stop() }
  }

  /// Starts observing a store, and stops observing the previous one. Does
  /// nothing if the loop already observes this store.
  ///
  /// - Parameters:
  ///   - store: The store whose actions are observed.
  ///   - isIncluded: Returns true if the loop processes the action. Actions
  ///     that it excludes cost nothing more.
  ///   - onError: Receives the error if the stream of actions fails.
  ///   - onReceive: Processes an action, given the state before it. The loop
  ///     waits until it returns before it processes the next action.
  public func observe(
    _ store: some Streamer<State, Action> & AnyObject,
    where isIncluded: @escaping @Sendable (_ action: Action) -> Bool = { _ in true },
    onError: @escaping @Sendable (any Error) -> Void,
    onReceive: @escaping @Sendable (_ oldState: State, _ action: Action) async -> Void
  ) {
    subscription.withLock { subscription in
      guard subscription.store !== store else { return }
      subscription.consumer?.stop()
      subscription.store = store
      let consumer = ActionConsumer()
      subscription.consumer = consumer
      let stream = store.makeStream()
      consumer.start {
        do {
          for try await (oldState, action) in stream where isIncluded(action) {
            guard consumer.beginAction() else { return }
            await onReceive(oldState, action)
            guard consumer.endAction() else { return }
          }
        } catch {
          onError(error)
        }
      }
    }
  }

  /// Stops observing. The action that is being processed is completed; actions
  /// that are still queued are not processed.
  ///
  /// - Returns: The task to await for the completion; `nil` if nothing was
  ///   observed.
  @discardableResult
  public func stop() -> Task<Void, Never>? {
    subscription.withLock { subscription in
      defer { subscription = Subscription() }
      return subscription.consumer?.stop()
    }
  }
}

/// The task that consumes the actions of one store. It is cancelled only while
/// it waits for an action, so that the action in progress is completed.
private final class ActionConsumer: Sendable {
  private struct State {
    var task: Task<Void, Never>?
    var isBusy = false
    var isStopped = false
  }

  private let state = Mutex(State())

  func start(_ work: @escaping @Sendable () async -> Void) {
    state.withLock { $0.task = Task { await work() } }
  }

  /// Marks the start of an action. Returns false if the loop has been stopped.
  func beginAction() -> Bool {
    state.withLock { state in
      state.isBusy = !state.isStopped
      return state.isBusy
    }
  }

  /// Marks the end of an action. Returns false if the loop has been stopped.
  func endAction() -> Bool {
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
