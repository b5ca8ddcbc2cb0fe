import ImmutableUI
import Markup
import Synchronization

/// Takes the times while a page is written, for those who look on.
final class ObservedRendering: Sendable {
  private let fragments = Mutex<[PageRendering.Fragment]>([])
  private let origin: Origin
  private let start = ContinuousClock.now

  /// What was before the page is written.
  struct Origin: Sendable {
    /// How long it waited for what had to be fetched first.
    var waiting = Duration.zero
    /// When the store was asked.
    var began = ContinuousClock.now
  }

  init(after origin: Origin) {
    self.origin = origin
  }

  @Sendable
  func recordFragment(_ fragment: String, _ duration: Duration) {
    fragments.withLock { $0.append(.init(name: fragment, duration: duration)) }
  }

  /// What came of it.
  func finish(_ rendered: RenderedPage, address: Href?, dependencies: [PageDependencies])
    -> PageRendering
  {
    PageRendering(
      address: address?.text, waiting: origin.waiting, began: origin.began,
      answering: start - origin.began, writing: ContinuousClock.now - start,
      bytes: rendered.bytes.count, fragments: fragments.withLock { $0 },
      fragmentCount: rendered.writing.fragments.count,
      readings: dependencies.map { dependencies in
        PageRendering.Reading(
          store: dependencies.store, revision: dependencies.revision,
          evaluations: dependencies.evaluations())
      })
  }
}
