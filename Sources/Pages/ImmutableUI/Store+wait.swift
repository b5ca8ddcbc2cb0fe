public import ImmutableData

extension Store {
  /// Waits until the state satisfies a condition, or until the timeout.
  ///
  /// - Parameters:
  ///   - timeout: The maximum duration of the wait.
  ///   - condition: Evaluated for the current state and after each action.
  public func wait(
    timeout: Duration, until condition: @escaping @Sendable (State) -> Bool
  ) async {
    // Subscribe before reading the state, so that no change is missed.
    let stream = makeStream()
    await withDeadline(timeout) {
      var changes = stream.makeAsyncIterator()
      while !condition(self.snapshot.state), await changes.next() != nil {}
    }
  }

  /// Dispatches actions and waits until the state satisfies a condition. The
  /// timeout covers both.
  ///
  /// An action that has not been reduced when the timeout expires stays in the
  /// queue and is reduced later.
  ///
  /// ```swift
  /// import ImmutableData
  ///
  /// let store = Store(initialState: [String]()) { (names: [String], name: String) in names + [name] }
  /// let isComplete = try await store.dispatch(actions: "Ada", "Bob", timeout: .seconds(5)) {
  ///   $0.count == 2
  /// }
  /// print(isComplete)  // true
  /// ```
  ///
  /// - Parameters:
  ///   - actions: The actions, which are dispatched in this order.
  ///   - timeout: The maximum duration, including the time for which the store
  ///     is busy.
  ///   - condition: Evaluated after the actions and after each later action.
  /// - Returns: True if the state satisfied the condition in time.
  /// - Throws: The error of the reducer.
  @discardableResult
  public func dispatch(
    actions: Action..., timeout: Duration,
    until condition: @escaping @Sendable (State) -> Bool
  ) async throws -> Bool {
    let stream = makeStream()
    let result = await withDeadline(timeout) { () -> Result<Bool, any Error> in
      do {
        for action in actions { try await self.dispatch(action: action) }
      } catch {
        return .failure(error)
      }
      var changes = stream.makeAsyncIterator()
      while !condition(self.snapshot.state) {
        guard await changes.next() != nil else { return .success(false) }
      }
      return .success(true)
    }
    return try result?.get() ?? false
  }
}
