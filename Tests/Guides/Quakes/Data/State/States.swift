import Foundation
import HashTreeCollections
import ImmutableData
import Testing
import TextSearch

@testable import QuakesData

extension Date {
  /// 2025-06-15 15:06:40 UTC.
  static let noon = Date(timeIntervalSince1970: 1_750_000_000)
}

extension Quake {
  /// Returns a quake with default values.
  ///
  /// - Parameters:
  ///   - time: seconds after `noon`.
  ///   - updated: the number of the revision of its record; `nil` for none.
  ///   - ids: the other IDs of its record.
  ///   - formerIds: the IDs of earlier records only.
  static func of(
    _ id: Quake.ID, _ magnitude: Double? = 4.5, time: Double = 0, updated: Double? = 1,
    name: String = "Somewhere", longitude: Double = 10, latitude: Double = 20,
    depth: Double? = 30, type: String = "earthquake", status: ReviewStatus = .automatic,
    ids: [Quake.ID] = [], formerIds: [Quake.ID] = [], missingSince: Date? = nil
  ) -> Quake {
    Quake(
      quakeId: id, magnitude: magnitude ?? 0, time: .noon + time,
      updated: updated.map { .noon + 1e6 + $0 }, name: name, longitude: longitude,
      latitude: latitude, isMagnitudeKnown: magnitude != nil, depth: depth, type: type,
      status: status, ids: ids, formerIds: formerIds, missingSince: missingSince)
  }

  static let ash = Quake.of("ash", 1.5, time: 1, name: "Ash Creek")
  static let birch = Quake.of("birch", 2.5, time: 2, name: "Birch Hill", ids: ["b1", "b2"])
  static let cedar = Quake.of("cedar", 3.5, time: 3, name: "Cedar Bay")
  static let dogwood = Quake.of("dogwood", 4.5, time: 4, name: "Dogwood")

  /// A quake that a visitor deleted.
  static let gone = Quake.of("gone", ids: ["gone too"])

  static let samples = [ash, birch, cedar]
}

extension QuakesFeed {
  /// Returns a feed that was generated some seconds after `noon`.
  static func of(
    _ quakes: [Quake], _ range: Range = .allHour, at seconds: Double = 0, skipped: Int = 0,
    skippedIds: [Quake.ID]? = []
  ) -> QuakesFeed {
    QuakesFeed(
      range: range, generated: .noon + seconds, quakes: quakes, skipped: skipped,
      skippedIds: skippedIds)
  }
}

extension QuakesState {
  /// A state with quakes and a ledger without default values, so that
  /// unintended changes are detected.
  static let loaded: QuakesState = {
    let refreshed: Date = .noon - 60
    let week: Range<Date> = (refreshed - 7 * 86_400)..<refreshed
    var state = QuakesState(Quake.samples)
    state.quakes.status = .success
    state.ledger = Ledger(
      deleted: ["gone", "gone too"],
      lastRefresh: Refresh(range: .allWeek, generated: refreshed, counts: .init(new: 3)),
      known: KnownTime([.days(-90, -80), week]))
    state.ledger.lastRange = .allWeek
    state.ledger.isLoaded = true
    state.ledger.saveError = "no room"
    state.deletions = Deletions([DeletedQuake(.gone, at: .noon - 100)])
    return state
  }()

  /// Creates a state with quakes and deleted IDs.
  init(_ quakes: [Quake], deleted: TreeSet<Quake.ID> = []) {
    self.init()
    self.quakes.insert(quakes)
    ledger.deleted = deleted
  }

  /// Returns the state with a change.
  func with(_ change: (inout QuakesState) -> Void) -> QuakesState {
    var state = self
    change(&state)
    return state
  }

  /// Returns the state after actions and after what the log brings for them.
  func after(_ actions: QuakesAction...) throws -> QuakesState {
    try actions.reduce(self) { try $0.after(one: $1) }
  }

  private func after(one action: QuakesAction) throws -> QuakesState {
    let change: QuakesChange?
    switch action {
    case .ui(.quakeList(.onTapDeleteSelectedQuakeButton(let id, let date))):
      change = try deletion(of: id, at: date)
    case .ui(.quakeList(.onTapDeleteAllQuakesButton(let date))): change = .removedAll(date: date)
    case .ui(.quakeList(.onTapRestoreQuakesButton(let restoration))):
      change = try self.restoration(restoration)
    case .data(.persistentSession(.remoteStore(.didFetchQuakes(.success(let quakes))))):
      change = .changed(merging(quakes).changes)
    case .data(.persistentSession(.remoteStore(.didFetchFeed(let feed)))):
      change = .changed(changes(merging: feed))
    default: change = nil
    }
    var state = try QuakesReducer.reduce(state: self, action: action)
    if let change { state.apply(change) }
    return state
  }

  /// Merges the quakes of a feed, without its time, and returns the counts.
  mutating func merge(_ feed: QuakesFeed) -> Refresh.Counts {
    var changes = changes(merging: feed)
    let counts = changes.refresh?.counts ?? .init()
    (changes.refresh, changes.known) = (nil, nil)
    apply(.changed(changes))
    return counts
  }

  /// Merges quakes, and returns the counts.
  mutating func merge(_ quakes: [Quake]) -> Refresh.Counts {
    let (changes, counts) = merging(quakes)
    apply(.changed(changes))
    return counts
  }

  /// The state without what is not stored.
  var durable: QuakesState {
    with {
      ($0.quakes.status, $0.ledger.lastRange, $0.ledger.saveError) = (nil, nil, nil)
      ($0.ledger.unsaved, $0.ledger.isLoaded, $0.reports) = ([:], false, .init())
    }
  }

  /// The quakes sorted by ID.
  var values: [Quake] { quakes.data.values.sorted { $0.id < $1.id } }
}

/// All kinds of status.
let allStatuses: [Status?] = [nil, .empty, .waiting, .success, .failure(error: "no luck")]

/// Checks that the derived properties agree with the quakes, and that no quake
/// is a deleted one.
func checkDerived(
  of state: QuakesState, sourceLocation: SourceLocation = #_sourceLocation
) {
  let quakes = state.quakes.data.values.sorted { QuakeKey($0) < QuakeKey($1) }
  checkIndex(state.quakes.index, contains: quakes, sourceLocation: sourceLocation)
  // A single expectation, because each one takes time.
  let underAnotherKey = state.quakes.data.filter { $0.key != $0.value.id }.count
  let unresolved = quakes.filter { quake in
    (quake.otherIds + quake.formerIds).contains {
      state.quakes.quake(anyId: $0)?.id != quake.id
    }
  }
  let deleted = quakes.filter { $0.ids.contains(where: state.ledger.deleted.contains) }
  let others = quakes.reduce(0) { $0 + $1.otherIds.count + $1.formerIds.count }
  #expect(underAnotherKey == 0, sourceLocation: sourceLocation)
  #expect(unresolved == [], sourceLocation: sourceLocation)
  #expect(deleted == [], sourceLocation: sourceLocation)
  #expect(state.quakes.aliases.count == others, sourceLocation: sourceLocation)
  let kept = quakes.filter { quake in
    quake.ids.contains { state.deletions.quake(anyId: $0)?.quake.ids.contains($0) == true }
  }
  #expect(kept == [], sourceLocation: sourceLocation)
}

/// Checks that an index contains exactly these quakes in this order, in chunks
/// that are neither empty nor too large.
func checkIndex(
  _ index: QuakeIndex, contains quakes: [Quake], sourceLocation: SourceLocation = #_sourceLocation
) {
  #expect(index.count == quakes.count, sourceLocation: sourceLocation)
  let isSame = index.chunks.flatMap(\.quakes) == quakes
  #expect(isSame, "the index has other quakes", sourceLocation: sourceLocation)
  let invalid = index.chunks.filter { chunk in
    !(1...512).contains(chunk.quakes.count)
      || chunk.table.times != chunk.quakes.map { QuakeRow.milliseconds($0.time) }
      || chunk.quakes.indices.contains {
        chunk.names[chunk.nameRange(of: $0)] != SearchText(chunk.quakes[$0].name).bytes[...]
      }
  }
  #expect(invalid.count == 0, sourceLocation: sourceLocation)
}
