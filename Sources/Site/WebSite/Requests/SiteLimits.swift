import Foundation
import ImmutableUI

/// The limits of a site.
struct SiteLimits: Sendable {
  var cache = PageCache.Limits()
  var pages = PageQueue.Limits()
  /// The limits of renderings for event streams, which keep no thread from pages.
  var updates = PageQueue.Limits(
    pages: max(2, ProcessInfo.processInfo.activeProcessorCount), pagesPerClient: 1)
  var streams = ConcurrencyLimit(total: 4_000, perClient: 16)
  var downloads = ConcurrencyLimit(total: 32, perClient: 4)
  var livePages = LivePages.Limits()
  /// The maximum number of fields in a form.
  var formFields = 200
}
