import ImmutableUI
import Markup
import Synchronization

/// Measures the rendering of a page for the inspector.
final class ObservedRendering: Sendable {
  private let fragments = Mutex<[PageRendering.Fragment]>([])
  private let origin: Origin
  private let start = ContinuousClock.now

  /// The steps before the rendering.
  struct Origin: Sendable {
    /// The duration of loading data.
    var waiting = Duration.zero
    /// The time at which the selectors were evaluated.
    var began = ContinuousClock.now
  }

  init(after origin: Origin) {
    self.origin = origin
  }

  @Sendable
  func recordFragment(_ fragment: String, _ duration: Duration) {
    fragments.withLock { $0.append(.init(name: fragment, duration: duration)) }
  }

  /// Returns the measurements of the finished rendering.
  func finish(_ rendered: RenderedPage, address: Href?, dependencies: [PageDependencies])
    -> PageRendering
  {
    PageRendering(
      address: address?.text, preparationDuration: origin.waiting, began: origin.began,
      viewStateDuration: start - origin.began, renderingDuration: ContinuousClock.now - start,
      bytes: rendered.bytes.count, fragments: fragments.withLock { $0 },
      fragmentCount: rendered.markup.fragments.count,
      readings: dependencies.map { dependencies in
        PageRendering.Reading(
          store: dependencies.store, revision: dependencies.revision,
          evaluations: dependencies.evaluations())
      })
  }
}
