import Synchronization

/// A loop that observes the actions of one store and processes them in dispatch
/// order, one at a time or several at once.
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
/// loop.observe(store, where: { $0 == .onTapSaveButton }) {
///   [weak store] transition, _ in
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
  ///   - limit: The number of actions that are processed at the same time, if they
  ///     pass their turn. They are started in dispatch order.
  ///   - isIncluded: Returns true if the loop processes the action. Actions
  ///     that it excludes cost nothing more.
  ///   - onReceive: Processes an action, given what it did. It runs on the executor
  ///     of the store, where a long computation delays dispatches, but no reader.
  ///     The next action starts when it returns or passes its turn.
  public func observe(
    _ store: Store<State, Action>, limit: Int = 1,
    where isIncluded: @escaping @Sendable (_ action: Action) -> Bool = { _ in true },
    onReceive:
      @escaping @Sendable (
        _ transition: Transition<State, Action>, _ turn: ActionTurn
      ) async -> Void
  ) {
    subscription.withLock { subscription in
      guard subscription.store !== store else { return }
      subscription.consumer?.stop()
      subscription.store = store
      let consumer = ActionConsumer()
      subscription.consumer = consumer
      let stream = store.makeTransitions()
      consumer.start(on: store.executor) {
        await withTaskGroup(of: Void.self) { group in
          var free = max(1, limit)
          for await transition in stream where isIncluded(transition.action) {
            if free > 0 { free -= 1 } else { await group.next() }
            guard consumer.beginAction() else { return }
            let turn = ActionTurn()
            group.addTask {
              await onReceive(transition, turn)
              turn.pass()
              consumer.endAction()
            }
            await turn.waitUntilPassed()
          }
        }
      }
    }
  }

  /// Stops observing. Actions that are being processed are completed; those that
  /// are still queued are not processed.
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
/// it waits for an action, so that actions in progress are completed.
private final class ActionConsumer: Sendable {
  private struct State {
    var task: Task<Void, Never>?
    /// The number of actions in progress.
    var count = 0
    var isStopped = false
  }

  private let state = Mutex(State())

  func start(on executor: StoreExecutor, _ work: @escaping @Sendable () async -> Void) {
    state.withLock { state in
      state.task = Task(executorPreference: executor) {
        await work()
        // A task does not retain its executor.
        withExtendedLifetime(executor) {}
      }
    }
  }

  /// Marks the start of an action. Returns false if the loop has been stopped.
  func beginAction() -> Bool {
    state.withLock { state in
      guard !state.isStopped else { return false }
      state.count += 1
      return true
    }
  }

  /// Marks the end of an action.
  func endAction() {
    state.withLock { state in
      state.count -= 1
      if state.isStopped, state.count == 0 { state.task?.cancel() }
    }
  }

  @discardableResult
  func stop() -> Task<Void, Never>? {
    state.withLock { state in
      state.isStopped = true
      if state.count == 0 { state.task?.cancel() }
      return state.task
    }
  }
}
