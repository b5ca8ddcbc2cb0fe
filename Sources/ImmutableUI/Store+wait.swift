public import ImmutableData

extension Store {
  /// Waits a bounded time until the state is as wanted.
  ///
  /// - Parameters:
  ///   - timeout: the longest wait.
  ///   - isReached: whether the state is as wanted; asked now and after each
  ///     action.
  public func wait(
    timeout: Duration, until isReached: @escaping @Sendable (State) -> Bool
  ) async {
    // Subscribed before the first look, so that no change is missed.
    let stream = makeStream()
    await withDeadline(timeout) {
      var changes = stream.makeAsyncIterator()
      while !isReached(self.snapshot.state), await changes.next() != nil {}
    }
  }

  /// Dispatches actions, and then waits until the state is as wanted, all
  /// together no longer than timeout lasts.
  ///
  /// An action whose turn has not come by then is reduced later all the same.
  ///
  /// - Parameters:
  ///   - actions: what happened.
  ///   - timeout: the longest wait, also where the store is busy reducing.
  ///   - isReached: whether the state is as wanted; asked after the dispatches
  ///     and after each action that follows.
  /// - Returns: true if the state was as wanted in time.
  /// - Throws: what the reducer throws.
  @discardableResult
  public func dispatch(
    actions: Action..., timeout: Duration,
    until isReached: @escaping @Sendable (State) -> Bool
  ) async throws -> Bool {
    let stream = makeStream()
    let result = await withDeadline(timeout) { () -> Result<Bool, any Error> in
      do {
        for action in actions { try await self.dispatch(action: action) }
      } catch {
        return .failure(error)
      }
      var changes = stream.makeAsyncIterator()
      while !isReached(self.snapshot.state) {
        guard await changes.next() != nil else { return .success(false) }
      }
      return .success(true)
    }
    return try result?.get() ?? false
  }
}
