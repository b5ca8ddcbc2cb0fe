public import ImmutableData

extension Store {
  /// Waits a bounded time until the state is as wanted.
  ///
  /// - Parameters:
  ///   - patience: the longest wait.
  ///   - isReached: whether the state is as wanted; asked now and after each
  ///     action.
  public func wait(
    patience: Duration, until isReached: @escaping @Sendable (State) -> Bool
  ) async {
    await withTaskGroup { group in
      group.addTask {
        // Subscribed before the first look, so that no change is missed.
        var changes = self.makeStream().makeAsyncIterator()
        while !isReached(self.snapshot.state), await changes.next() != nil {}
      }
      group.addTask {
        try? await Task.sleep(for: patience)
      }
      await group.next()
      group.cancelAll()
    }
  }
}
