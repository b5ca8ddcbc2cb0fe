extension Effect {
  /// The same effect, begun after a while in which no other one came with the
  /// same id. The ones before it are cancelled, waiting or running.
  ///
  /// - Parameters:
  ///   - id: what they have in common, as for `cancellable(id:)`.
  ///   - duration: how long it waits.
  ///   - clock: what measures the time.
  public func debounce(
    id: some Hashable & Sendable, for duration: Duration, clock: any Clock<Duration>
  ) -> Effect {
    Effect.concatenate(.run { _ in try await clock.sleep(for: duration) }, self)
      .cancellable(id: id, cancelInFlight: true)
  }
}
