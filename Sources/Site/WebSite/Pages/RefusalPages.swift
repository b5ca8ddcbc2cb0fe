import ImmutableUI
import Synchronization

/// The pages of refusals because of the load.
///
/// A client may be refused thousands of times a second, so that rendering the page
/// each time would cost more than what was refused.
final class RefusalPages: Sendable {
  /// The time for which a page is used. It is short, because the document around
  /// it may change.
  private static let lifetime = Duration.seconds(1)

  private let pages = Mutex<[String: (page: RenderedPage, time: ContinuousClock.Instant)]>([:])

  /// Returns the page of a refusal, rendered at most about once a second.
  func page(for error: SiteError, render: () -> RenderedPage) -> RenderedPage {
    let now = ContinuousClock.now
    if let known = pages.withLock({ $0[error.title] }), now - known.time < Self.lifetime {
      return known.page
    }
    let page = render()
    pages.withLock { $0[error.title] = (page, now) }
    return page
  }
}
