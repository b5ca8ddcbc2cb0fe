/// The statement of a page about samples: the ones that it shows, or that it could
/// show one.
package struct SampleMention: Hashable, Sendable {
  /// The name of a sample.
  package struct Label: Hashable, Sendable {
    /// The title of the guide.
    package let guide: String
    /// A noun phrase, like “Sample of July 2025, moved to today”.
    package let text: String

    package init(guide: String, text: String) {
      self.guide = guide
      self.text = text
    }
  }

  /// The samples that the page shows; empty if it offers them.
  package var shown: [Label]
  /// True if a remote service failed to send data.
  package var hasFailed: Bool

  package init(shown: [Label], hasFailed: Bool) {
    self.shown = shown
    self.hasFailed = hasFailed
  }

  /// Returns the statement of a page with the parts of several guides; `nil` if they
  /// have no samples.
  package static func joined(_ mentions: [SampleMention]) -> SampleMention? {
    guard !mentions.isEmpty else { return nil }
    return SampleMention(
      shown: mentions.flatMap(\.shown), hasFailed: mentions.contains(where: \.hasFailed))
  }
}
