public import Foundation
public import HashTreeCollections
public import ImmutableData
public import WebClient

// Selectors. Each function returns a closure over the state; n is the number of
// quakes, m the number of matches.

extension QuakesState {
  /// Selects the quakes of a day whose place contains a text, by ID. O(log n +
  /// number of quakes of the day).
  ///
  /// - Parameters:
  ///   - searchText: a part of the name, including whitespace; case and accents
  ///     are ignored. Empty text matches all.
  ///   - searchDate: a moment of the day. The next midnight is included.
  ///   - calendar: the calendar that determines the day.
  public static func selectQuakes(
    searchText: String, searchDate: Date, calendar: Calendar = .autoupdatingCurrent
  ) -> @Sendable (QuakesState) -> TreeDictionary<Quake.ID, Quake> {
    { state in
      let query = QuakesQuery(
        text: searchText, time: QuakesQuery.day(of: searchDate, in: calendar))
      return TreeDictionary(
        uniqueKeysWithValues: state.quakes.index.matches(of: query).quakes.map { ($0.id, $0) })
    }
  }

  /// Selects the same quakes sorted by a key, with ties sorted by ID. O(m log
  /// m) in addition.
  public static func selectQuakesValues<Key: Comparable & SendableMetatype>(
    searchText: String, searchDate: Date, sort keyPath: any KeyPath<Quake, Key> & Sendable,
    order: SortOrder = .forward, calendar: Calendar = .autoupdatingCurrent
  ) -> @Sendable (QuakesState) -> [Quake] {
    { state in
      selectQuakes(searchText: searchText, searchDate: searchDate, calendar: calendar)(state).values
        .map { (key: $0[keyPath: keyPath], quake: $0) }
        .sorted { left, right in
          if left.key == right.key { return left.quake.id < right.quake.id }
          return order == .forward ? left.key < right.key : left.key > right.key
        }
        .map(\.quake)
    }
  }

  /// Selects the matches of a query, oldest first. At most a scan of the quakes
  /// in its time range.
  package static func selectMatches(
    of query: QuakesQuery
  ) -> @Sendable (QuakesState) -> QuakeMatches {
    { $0.quakes.index.matches(of: query) }
  }

  /// Selects the quakes of a query in an order, evaluated lazily. O(1).
  package static func selectQuakes(
    of query: QuakesQuery, sortedBy sort: QuakesSort, order: SortOrder
  ) -> @Sendable (QuakesState) -> OrderedQuakes {
    { OrderedQuakes(index: $0.quakes.index, query: query, sort: sort, order: order) }
  }

  /// Selects the number of stored quakes. O(1).
  public static func selectQuakesCount() -> @Sendable (QuakesState) -> Int {
    { $0.quakes.index.count }
  }

  /// Selects the status of loading or refreshing. O(1).
  public static func selectQuakesStatus() -> @Sendable (QuakesState) -> Status? {
    { $0.quakes.status }
  }

  /// Selects the part of a feed that was received; `nil` unless a fetch takes long. O(1).
  public static func selectReceived() -> @Sendable (QuakesState) -> DownloadProgress? {
    { $0.quakes.received }
  }

  /// Selects a quake by its preferred ID; `nil` for `nil` or an unknown ID.
  /// O(log n).
  public static func selectQuake(quakeId: Quake.ID?) -> @Sendable (QuakesState) -> Quake? {
    { state in quakeId.flatMap { state.quakes.data[$0] } }
  }

  /// Selects a quake by any of its IDs, including former ones. O(log n).
  public static func selectQuake(anyId: Quake.ID?) -> @Sendable (QuakesState) -> Quake? {
    { state in anyId.flatMap { state.quakes.quake(anyId: $0) } }
  }

  /// Selects true if the event with this ID was deleted by a visitor. O(log n).
  public static func selectIsDeleted(quakeId: Quake.ID) -> @Sendable (QuakesState) -> Bool {
    { $0.ledger.deleted.contains(quakeId) }
  }

  /// Selects the deleted events that can be restored. O(1).
  package static func selectDeletions() -> @Sendable (QuakesState) -> Deletions {
    { $0.deletions }
  }

  /// Selects the state of saving a change; `nil` if the change is on disk.
  /// O(1).
  public static func selectSaving(
    of change: Ledger.Change
  ) -> @Sendable (QuakesState) -> Ledger.Saving? {
    { $0.ledger.unsaved[change] }
  }

  /// Selects the newest quake; `nil` if there is none. O(1).
  public static func selectNewestQuake() -> @Sendable (QuakesState) -> Quake? {
    { $0.quakes.index.chunks.last?.quakes.last }
  }

  /// Selects the oldest quake; `nil` if there is none. O(1).
  public static func selectOldestQuake() -> @Sendable (QuakesState) -> Quake? {
    { $0.quakes.index.chunks.first?.quakes.first }
  }

  /// Selects the time that the loaded feeds cover. O(1).
  public static func selectKnownTime() -> @Sendable (QuakesState) -> KnownTime {
    { $0.ledger.known }
  }

  /// Selects the ledger. O(1).
  public static func selectLedger() -> @Sendable (QuakesState) -> Ledger {
    { $0.ledger }
  }
}
