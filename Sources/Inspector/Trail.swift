import ImmutableUI

/// What was observed lately: each kind in a list that forgets its oldest.
struct Trail: Sendable {
  /// A page that was written.
  struct Written: Sendable {
    let rendering: PageRendering
    /// The revisions that the page showed before; none where it was new.
    let earlier: [String: Int]
  }

  /// A page that was sent to open browsers.
  struct Sent: Sendable {
    let address: String
    let browsers: Int
    /// The revision of each store that it shows.
    let revisions: [String: Int]
  }

  /// A page over time.
  struct PageHistory: Sendable {
    var last: PageRendering
    var slowest: PageRendering
    var count = 1
    /// Orders them by when they were written last.
    var turn: Int
  }

  private(set) var evaluated: [SelectorEvaluation] = []
  private(set) var written: [Written] = []
  private(set) var sent: [Sent] = []
  private(set) var pages: [String: PageHistory] = [:]
  private var turns = 0

  /// How many of each kind are kept.
  static let capacity = 500
  static let mostPages = 200

  mutating func note(_ observation: Observation) {
    switch observation {
    case .evaluated(let evaluation):
      Self.append(evaluation, to: &evaluated)
    case .rendered(let rendering):
      let earlier = rendering.address.flatMap { pages[$0] }?.last.revisions ?? [:]
      Self.append(Written(rendering: rendering, earlier: earlier), to: &written)
      note(rendering)
    case .sent(let address, _, let browsers):
      Self.append(
        Sent(
          address: address, browsers: browsers, revisions: pages[address]?.last.revisions ?? [:]),
        to: &sent)
    }
  }

  private mutating func note(_ rendering: PageRendering) {
    guard let address = rendering.address else { return }
    turns += 1
    if var page = pages[address] {
      page.last = rendering
      if rendering.duration > page.slowest.duration { page.slowest = rendering }
      page.count += 1
      page.turn = turns
      pages[address] = page
    } else {
      if pages.count >= Self.mostPages,
        let oldest = pages.min(by: { $0.value.turn < $1.value.turn })
      {
        pages[oldest.key] = nil
      }
      pages[address] = PageHistory(last: rendering, slowest: rendering, turn: turns)
    }
  }

  private static func append<Element>(_ element: Element, to list: inout [Element]) {
    list.append(element)
    // A quarter at once, so that a full list is not moved each time.
    if list.count > capacity { list.removeFirst(capacity / 4) }
  }
}
