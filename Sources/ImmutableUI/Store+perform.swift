public import ImmutableData
import Synchronization

/// Something of the same kind is under way; the action was not dispatched.
public struct Busy: Error, Sendable {
  public init() {}
}

extension Store where Action: Equatable {
  /// Dispatches an action that sets something in motion, and waits a bounded
  /// time for the action that tells how it ended.
  ///
  /// While the precondition throws `Busy`, it waits for the end of what is
  /// under way and tries again, so that nothing is dropped. An action whose
  /// turn has not come when timeout ends is withdrawn.
  ///
  /// - Parameters:
  ///   - action: what happened.
  ///   - timeout: the longest wait, also where the store is busy reducing.
  ///   - precondition: checked on the very state that the reducer gets.
  ///   - outcome: what an action says about how it ended; `nil` for one that
  ///     says nothing about it.
  /// - Returns: the outcome, or `nil` where it was still under way when
  ///   timeout ended.
  /// - Throws: `Busy` where its turn did not come in time, and what the
  ///   precondition or the reducer throws.
  public func perform<Outcome: Sendable>(
    _ action: Action,
    timeout: Duration,
    given precondition: @escaping @Sendable (State) throws -> Void = { _ in },
    outcome: @escaping @Sendable (Action) -> Outcome?
  ) async throws -> Outcome? {
    let turn = Mutex(Turn.waiting)
    // Subscribed before the dispatch, so that no outcome is missed.
    let stream = makeStream()
    let ending = await withDeadline(timeout) { () -> Result<Outcome?, any Error> in
      var changes = stream.makeAsyncIterator()
      do {
        while true {
          do {
            try await self.dispatch(action: action) { state in
              try precondition(state)
              try turn.withLock { turn in
                if turn == .withdrawn { throw Busy() }
                turn = .taken
              }
            }
            break
          } catch is Busy where turn.withLock({ $0 }) == .waiting {
            while let change = await changes.next(), outcome(change.action) == nil {}
            if Task.isCancelled { throw Busy() }
          }
        }
      } catch {
        return .failure(error)
      }
      // What ended before this action began is not its outcome.
      while let change = await changes.next(), change.action != action {}
      while let change = await changes.next() {
        if let outcome = outcome(change.action) { return .success(outcome) }
      }
      return .success(nil)
    }
    if let ending { return try ending.get() }
    return try turn.withLock { turn in
      if turn == .taken { return nil }
      turn = .withdrawn
      throw Busy()
    }
  }
}

/// The progress of a dispatch whose caller may give up.
private enum Turn {
  /// Not reduced yet.
  case waiting
  /// Handed to the reducer.
  case taken
  /// Given up by its caller before its turn: it is not reduced any more.
  case withdrawn
}
