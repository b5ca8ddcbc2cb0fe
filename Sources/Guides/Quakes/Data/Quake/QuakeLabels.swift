import Synchronization

/// The words of a record that many quakes have in common. Quakes with the same
/// words share one object.
final class QuakeLabels: Sendable {
  let words: QuakeFields.Labels

  /// The objects in use. A few hundred combinations exist.
  private static let known = Mutex<[QuakeFields.Labels: QuakeLabels]>([:])
  /// The number of combinations after which further ones are not shared, so that
  /// a feed with invented words does not fill the memory for good.
  private static let limit = 4_096

  private init(_ words: QuakeFields.Labels) { self.words = words }

  /// Returns the shared object of some words.
  static func shared(_ words: QuakeFields.Labels) -> QuakeLabels {
    known.withLock { known in
      if let labels = known[words] { return labels }
      let labels = QuakeLabels(words)
      if known.count < limit { known[words] = labels }
      return labels
    }
  }
}
