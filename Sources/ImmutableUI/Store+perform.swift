public import ImmutableData

/// Something of the same kind is under way; the action was not dispatched.
public struct Busy: Error, Sendable {
  public init() {}
}

extension Store where Action: Equatable {
  /// Dispatches an action that sets something in motion, and waits a bounded
  /// time for the action that tells how it ended.
  ///
  /// While the precondition throws `Busy`, it waits for the end of what is
  /// under way and tries again, so that nothing is dropped.
  ///
  /// - Parameters:
  ///   - action: what happened.
  ///   - patience: the longest wait.
  ///   - precondition: checked on the very state that the reducer gets.
  ///   - outcome: what an action says about how it ended; `nil` for one that
  ///     says nothing about it.
  /// - Returns: the outcome, or `nil` where it was still under way when
  ///   patience ended.
  /// - Throws: `Busy` where its turn did not come in time, and what the
  ///   precondition or the reducer throws.
  public func perform<Outcome: Sendable>(
    _ action: Action,
    patience: Duration,
    given precondition: @escaping @Sendable (State) throws -> Void = { _ in },
    outcome: @escaping @Sendable (Action) -> Outcome?
  ) async throws -> Outcome? {
    try await withThrowingTaskGroup(of: Ending<Outcome>.self) { group in
      group.addTask {
        // Subscribed before the dispatch, so that no outcome is missed.
        var changes = self.makeStream().makeAsyncIterator()
        while true {
          do {
            try self.dispatch(action: action, given: precondition)
            break
          } catch is Busy {
            while let change = await changes.next(), outcome(change.action) == nil {}
            if Task.isCancelled { return .busy }
          }
        }
        // What ended before this action began is not its outcome.
        while let change = await changes.next(), change.action != action {}
        while let change = await changes.next() {
          if let outcome = outcome(change.action) { return .outcome(outcome) }
        }
        return .running
      }
      group.addTask {
        try? await Task.sleep(for: patience)
        return .outOfPatience
      }
      while let ending = try await group.next() {
        // The other task ends at once then; its word counts if it is the
        // one that dispatched.
        group.cancelAll()
        switch ending {
        case .outcome(let outcome): return outcome
        case .running: return nil
        case .busy: throw Busy()
        case .outOfPatience: continue
        }
      }
      return nil
    }
  }
}

private enum Ending<Outcome: Sendable>: Sendable {
  case outcome(Outcome)
  /// Dispatched, and not ended yet.
  case running
  /// Never dispatched.
  case busy
  case outOfPatience
}
