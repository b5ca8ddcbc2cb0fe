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
  /// The sizes of posted files that are kept, in bytes: of visitors who may change data, and of
  /// those who have to sign in first. These take no memory from the others.
  let keptFiles = (files: 64 << 20, pendingFiles: 24 << 20)

  /// The largest memory of pages, exports and files that are kept, in bytes.
  var memory: Int {
    cache.bytes + livePages.bytes + downloads.total * Self.exportMemory + keptFiles.files
      + keptFiles.pendingFiles
  }

  /// The measured memory of an export in progress, in bytes.
  private static let exportMemory = 300 << 10
}
