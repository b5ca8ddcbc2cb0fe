public import Foundation
public import HashTreeCollections

// Questions to the state. Each is a function that makes a question; n is the
// number of quakes, m of those that are asked for.

extension QuakesState {
  /// The quakes of a day whose place holds a text, by id.
  /// O(log n + number of the day's quakes).
  ///
  /// - Parameters:
  ///   - searchText: a part of the name, without regard to case and accents,
  ///     blanks included; empty for all.
  ///   - searchDate: a moment of the day. The next midnight belongs to it.
  ///   - calendar: tells days apart.
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

  /// The same in the order of a key; ties by id. O(log n + m log m) besides.
  public static func selectQuakesValues<Key: Comparable & SendableMetatype>(
    searchText: String, searchDate: Date, sort keyPath: any KeyPath<Quake, Key> & Sendable,
    order: SortOrder = .forward, calendar: Calendar = .autoupdatingCurrent
  ) -> @Sendable (QuakesState) -> [Quake] {
    { state in
      let query = QuakesQuery(
        text: searchText, time: QuakesQuery.day(of: searchDate, in: calendar))
      return state.quakes.index.matches(of: query).quakes
        .map { (key: $0[keyPath: keyPath], quake: $0) }
        .sorted { left, right in
          if left.key == right.key { return left.quake.id < right.quake.id }
          return order == .forward ? left.key < right.key : left.key > right.key
        }
        .map(\.quake)
    }
  }

  /// The quakes that a query asks for, oldest first. Bounded by a scan of
  /// the quakes of its time.
  package static func selectMatches(
    of query: QuakesQuery
  ) -> @Sendable (QuakesState) -> QuakeMatches {
    { $0.quakes.index.matches(of: query) }
  }

  /// The quakes of a query, in an order, found while they are read. O(1).
  package static func selectQuakes(
    of query: QuakesQuery, sortedBy sort: QuakesSort, order: SortOrder
  ) -> @Sendable (QuakesState) -> OrderedQuakes {
    { $0.quakes.index.quakes(of: query, sortedBy: sort, order: order) }
  }

  /// How many quakes there are in all. O(1).
  public static func selectQuakesCount() -> @Sendable (QuakesState) -> Int {
    { $0.quakes.index.count }
  }

  /// How far loading or refreshing has come. O(1).
  public static func selectQuakesStatus() -> @Sendable (QuakesState) -> Status? {
    { $0.quakes.status }
  }

  /// A quake by its preferred id; `nil` for no id and an unknown one.
  /// O(log n).
  public static func selectQuake(quakeId: Quake.ID?) -> @Sendable (QuakesState) -> Quake? {
    { state in quakeId.flatMap { state.quakes.data[$0] } }
  }

  /// A quake by any of its ids, also by one that it had before. O(log n).
  public static func selectQuake(anyId: Quake.ID?) -> @Sendable (QuakesState) -> Quake? {
    { state in anyId.flatMap { state.quakes.quake(anyId: $0) } }
  }

  /// Whether people deleted the event with this id. O(log n).
  public static func selectIsDeleted(quakeId: Quake.ID) -> @Sendable (QuakesState) -> Bool {
    { $0.ledger.deleted.contains(quakeId) }
  }

  /// Returns the state of saving a change; `nil` if the change is on disk. O(1).
  public static func selectSaving(
    of change: Ledger.Change
  ) -> @Sendable (QuakesState) -> Ledger.Saving? {
    { $0.ledger.unsaved[change] }
  }

  /// The newest quake; `nil` where there is none. O(1).
  public static func selectNewestQuake() -> @Sendable (QuakesState) -> Quake? {
    { $0.quakes.index.chunks.last?.quakes.last }
  }

  /// What is known besides the quakes. O(1).
  public static func selectLedger() -> @Sendable (QuakesState) -> Ledger {
    { $0.ledger }
  }
}
