import Foundation
import Testing

@testable import QuakesData

/// The precedence of two records by their dates and those of their feeds.
@Suite struct MergeOrderTests {
  /// The dates of a known record and of a record in a feed, and true if the
  /// latter replaces the former. Dates are numbers; `nil` for a record without
  /// one.
  struct Row: CustomTestStringConvertible, Sendable {
    let known: Double?
    let record: Double?
    let isOutdated: Bool
    let replaces: Bool

    var testDescription: String {
      "\(isOutdated ? "older" : "newer") feed: \(record as Any) after \(known as Any)"
    }
  }

  private static func quake(_ magnitude: Double, _ updated: Double?) -> Quake {
    .of("a", magnitude, updated: updated)
  }

  @Test(
    arguments: [
      (1, 2, false, true), (2, 2, false, true), (3, 2, false, false),
      (1, 2, true, true), (2, 2, true, false), (3, 2, true, false),
      // Without a date, a record is as new as its feed.
      (1, nil, false, true), (1, nil, true, false),
      (nil, nil, false, true), (nil, nil, true, false),
      // Of the known record, only the time of the event is known.
      (nil, 2, false, true), (nil, 2, true, true),
    ].map(Row.init))
  func `The newer record wins`(_ row: Row) {
    var state = QuakesState()
    _ = state.merge(QuakesFeed.of([Self.quake(1, row.known)]))
    state.ledger.lastRefresh = .init(range: .allHour, generated: .noon, counts: .init())
    let feed = QuakesFeed.of([Self.quake(2, row.record)], at: row.isOutdated ? -1 : 1)
    let counts = state.merge(feed)
    #expect(counts == (row.replaces ? .init(changed: 1) : .init(unchanged: 1)))
    let quake = state.values.first
    #expect(quake?.magnitude == (row.replaces ? 2 : 1))
    // The merged record has a date, and never an older one.
    #expect(quake?.isUpdateKnown == true)
    let known = row.known.map { Date.noon + 1e6 + $0 } ?? .noon
    let record = row.record.map { Date.noon + 1e6 + $0 } ?? known
    #expect(quake?.updated == (row.replaces ? record : known))
    // Merging the same feed again changes nothing.
    let before = state
    #expect(state.merge(feed) == .init(unchanged: 1))
    #expect(state == before)
  }

  @Test(arguments: [(-1.0, true), (0, false), (1, false)])
  func `A deletion without a date has the date of its feed`(_ date: Double, _ isKept: Bool) {
    var state = QuakesState([.of("a")]).with {
      $0.ledger.lastRefresh = .init(range: .allHour, generated: .noon, counts: .init())
    }
    let deletion = Quake.of("a", updated: nil, status: .deleted)
    let counts = state.merge(QuakesFeed.of([deletion], at: date))
    #expect(counts == (isKept ? .init(unchanged: 1) : .init(withdrawn: 1)))
    #expect(state.values.map(\.id) == (isKept ? ["a"] : []))
  }

  /// The event existed when the older feed was generated, but no longer in a
  /// newer one.
  @Test func `An older feed does not restore a missing event`() {
    var state = QuakesState([.of("a", missingSince: .noon)]).with {
      $0.ledger.lastRefresh = .init(range: .allHour, generated: .noon + 10, counts: .init())
    }
    let before = state
    #expect(state.merge(QuakesFeed.of([.of("a")], at: -1)) == .init(unchanged: 1))
    #expect(state == before)
    // A feed newer than the absence brings it back, although it is older than
    // the last feed.
    #expect(state.merge(QuakesFeed.of([.of("a")])) == .init(unchanged: 1))
    #expect(state.values == [.of("a")])
  }
}
