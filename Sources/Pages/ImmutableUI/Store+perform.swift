public import ImmutableData
import Synchronization

/// An error that indicates that an operation of the same kind is still running.
/// The action was not dispatched.
///
/// A precondition throws it to make `Store.perform` wait and retry:
///
/// ```swift
/// import ImmutableData
///
/// enum Action: Equatable, Sendable { case load, didLoad }
///
/// let store = Store(initialState: false) { (isLoading: Bool, action: Action) in action == .load }
/// do {
///   let isLoaded = try await store.perform(
///     .load, timeout: .seconds(5), given: { isLoading in if isLoading { throw Busy() } },
///     outcome: { action in action == .didLoad ? true : nil })
///   print(isLoaded ?? false)
/// } catch is Busy {
///   print("Another operation is still loading.")
/// }
/// ```
public struct Busy: Error, Sendable {
  public init() {}
}

extension Store where Action: Equatable {
  /// Dispatches an action that starts an operation, and waits for the action
  /// that reports the outcome.
  ///
  /// While the precondition throws `Busy`, the call waits for the running
  /// operation to end and then retries. If the action has not been reduced when
  /// the timeout expires, it is withdrawn.
  ///
  /// ```swift
  /// import ImmutableData
  ///
  /// enum Action: Equatable, Sendable { case onTapSaveButton, didSave(id: Int) }
  ///
  /// let store = Store(initialState: 0) { (saves: Int, action: Action) in
  ///   if case .didSave = action { saves + 1 } else { saves }
  /// }
  /// let id = try await store.perform(.onTapSaveButton, timeout: .seconds(5)) { action in
  ///   if case .didSave(let id) = action { id } else { nil }
  /// }
  /// if let id { print("Saved as \(id)") }
  /// ```
  ///
  /// - Parameters:
  ///   - action: The action that starts the operation.
  ///   - timeout: The maximum duration, including the time for which the store
  ///     is busy.
  ///   - precondition: Checked against the state that the reducer receives.
  ///   - outcome: Returns the outcome that an action reports, which may be the
  ///     action that started the operation; `nil` for an unrelated action. It must
  ///     not use the store.
  /// - Returns: The outcome, or `nil` if the operation was still running at the
  ///   timeout.
  /// - Throws: `Busy` if the action could not be dispatched in time; otherwise
  ///   the error of the precondition or the reducer.
  public func perform<Outcome: Sendable>(
    _ action: Action,
    timeout: Duration,
    given precondition: @escaping @Sendable (State) throws -> Void = { _ in },
    outcome: @escaping @Sendable (Action) -> Outcome?
  ) async throws -> Outcome? {
    let attempt = Mutex(Attempt.pending)
    // Subscribe before dispatching, so that no outcome is missed. The actions of
    // other visitors do not wake this task.
    let stream = makeStream { $0 == action || outcome($0) != nil }
    let result = await withDeadline(timeout, on: executor) { () -> Result<Outcome?, any Error> in
      var changes = stream.makeAsyncIterator()
      do {
        while true {
          do {
            try await self.dispatch(action: action) { state in
              try precondition(state)
              try attempt.withLock { attempt in
                if attempt == .withdrawn { throw Busy() }
                attempt = .dispatched
              }
            }
            break
          } catch is Busy where attempt.withLock({ $0 }) == .pending {
            while let change = await changes.next(), outcome(change.action) == nil {}
            if Task.isCancelled { throw Busy() }
          }
        }
      } catch {
        return .failure(error)
      }
      // Outcomes before the dispatched action belong to earlier operations. The
      // action itself may report one.
      var isStarted = false
      while let change = await changes.next() {
        isStarted = isStarted || change.action == action
        if isStarted, let outcome = outcome(change.action) { return .success(outcome) }
      }
      return .success(nil)
    }
    if let result { return try result.get() }
    return try attempt.withLock { attempt in
      if attempt == .dispatched { return nil }
      attempt = .withdrawn
      throw Busy()
    }
  }
}

/// The progress of an action that its caller may withdraw.
private enum Attempt {
  /// The action has not been reduced.
  case pending
  /// The action has been passed to the reducer.
  case dispatched
  /// The caller gave up before the action was reduced.
  case withdrawn
}
