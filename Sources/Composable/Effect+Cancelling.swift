extension Effect {
  /// The same effect, which `cancel(id:)` ends.
  ///
  /// An id means the effects of one feature: the same id in another child, or
  /// in a parent, is another one.
  ///
  /// - Parameters:
  ///   - id: what to cancel it by. Several effects may have the same.
  ///   - cancelInFlight: whether the effects that have the id already are
  ///     cancelled first, so that only the latest request gets an answer.
  public func cancellable(
    id: some Hashable & Sendable, cancelInFlight: Bool = false
  ) -> Effect {
    Effect(.cancellable(self, .effect(EffectKey(id)), cancelInFlight: cancelInFlight))
  }

  /// Ends the effects of this feature that have the id.
  ///
  /// From then on nothing comes from them: even what they have sent is dropped
  /// if it was not reduced yet.
  public static func cancel(id: some Hashable & Sendable) -> Effect {
    Effect(.cancel(.effect(EffectKey(id))))
  }
}
