#if DEBUG
import ImmutableUI

/// The latest observations, each kind in a bounded list.
struct ObservationLog: Sendable {
  /// A page that was rendered.
  struct Rendered: Sendable {
    let rendering: PageRendering
    /// The store revisions of the previous rendering; empty for the first one.
    let earlier: [String: Int]
  }

  /// A page that was sent to open browsers.
  struct Sent: Sendable {
    let address: String
    let browsers: Int
    /// The store revisions that the page shows.
    let revisions: [String: Int]
  }

  /// The renderings of a page.
  struct PageHistory: Sendable {
    var last: PageRendering
    var slowest: PageRendering
    var count = 1
    /// A number that increases with each rendering of any page.
    var order: Int
  }

  private(set) var evaluated: [SelectorEvaluation] = []
  private(set) var rendered: [Rendered] = []
  private(set) var sent: [Sent] = []
  private(set) var pages: [String: PageHistory] = [:]
  private var renderings = 0

  /// The maximum number of observations of each kind.
  static let capacity = 500
  /// The maximum number of pages.
  static let maxPages = 200

  mutating func append(_ observation: Observation) {
    switch observation {
    case .evaluated(let evaluation):
      Self.append(evaluation, to: &evaluated)
    case .rendered(let rendering):
      let earlier = rendering.address.flatMap { pages[$0] }?.last.revisions ?? [:]
      Self.append(Rendered(rendering: rendering, earlier: earlier), to: &rendered)
      updateHistory(with: rendering)
    case .sent(let address, _, let browsers):
      Self.append(
        Sent(
          address: address, browsers: browsers, revisions: pages[address]?.last.revisions ?? [:]),
        to: &sent)
    }
  }

  private mutating func updateHistory(with rendering: PageRendering) {
    guard let address = rendering.address else { return }
    renderings += 1
    if var page = pages[address] {
      page.last = rendering
      if rendering.duration > page.slowest.duration { page.slowest = rendering }
      page.count += 1
      page.order = renderings
      pages[address] = page
    } else {
      if pages.count >= Self.maxPages,
        let oldest = pages.min(by: { $0.value.order < $1.value.order })
      {
        pages[oldest.key] = nil
      }
      pages[address] = PageHistory(last: rendering, slowest: rendering, order: renderings)
    }
  }

  private static func append<Element>(_ element: Element, to list: inout [Element]) {
    list.append(element)
    // A quarter at a time, so that a full list is not moved by every append.
    if list.count > capacity { list.removeFirst(capacity / 4) }
  }
}
#endif
