import ImmutableUI
import Markup
import Synchronization

/// Takes the times while a page is written, for those who look on.
final class ObservedRendering: Sendable {
  private let fragments = Mutex<[PageRendering.Fragment]>([])
  private let start = ContinuousClock.now

  @Sendable
  func heard(_ fragment: String, _ duration: Duration) {
    fragments.withLock { $0.append(.init(name: fragment, duration: duration)) }
  }

  /// What came of it.
  ///
  /// - Parameters:
  ///   - answering: how long it took to know what the page shows.
  func ended(
    _ rendered: RenderedPage, address: Href?, answering: Duration, basis: [PageBasis]
  ) -> PageRendering {
    PageRendering(
      address: address?.text, answering: answering, writing: ContinuousClock.now - start,
      bytes: rendered.bytes.count, fragments: fragments.withLock { $0 },
      fragmentCount: rendered.writing.fragments.count,
      readings: basis.map { basis in
        PageRendering.Reading(
          store: basis.store, revision: basis.revision, evaluations: basis.evaluations())
      })
  }
}
