public import Foundation
package import HashTreeCollections

/// All that the guide of quakes knows.
public struct QuakesState: Hashable, Sendable {
  package var quakes: Quakes
  package var ledger: Ledger

  package init(quakes: Quakes, ledger: Ledger = Ledger()) {
    self.quakes = quakes
    self.ledger = ledger
  }
}

extension QuakesState {
  /// A state in which nothing was asked for yet.
  public init() {
    self.init(quakes: Quakes())
  }
}

extension QuakesState {
  /// The quakes, by id, and how far loading or refreshing them has come.
  package struct Quakes: Sendable {
    /// The quakes by their preferred ids. Setting it as a whole costs a new
    /// index: O(n log n).
    package var data: TreeDictionary<Quake.ID, Quake> {
      get { dictionary }
      set {
        dictionary = newValue
        index = QuakeIndex(newValue.values)
        aliases = Self.aliases(of: newValue.values)
      }
    }
    package var status: Status?

    private var dictionary: TreeDictionary<Quake.ID, Quake>
    /// The same quakes in the order of time.
    private(set) var index: QuakeIndex
    /// The preferred id by each other one.
    private(set) var aliases: TreeDictionary<Quake.ID, Quake.ID>

    package init(data: TreeDictionary<Quake.ID, Quake> = [:], status: Status? = nil) {
      self.dictionary = data
      self.index = QuakeIndex(data.values)
      self.aliases = Self.aliases(of: data.values)
      self.status = status
    }

    private static func aliases(
      of quakes: some Sequence<Quake>
    ) -> TreeDictionary<Quake.ID, Quake.ID> {
      var aliases: TreeDictionary<Quake.ID, Quake.ID> = [:]
      for quake in quakes {
        for id in quake.otherIds { aliases[id] = quake.id }
      }
      return aliases
    }
  }
}

extension QuakesState.Quakes: Hashable {
  // What is derived from the quakes needs no comparing.
  package static func == (left: Self, right: Self) -> Bool {
    left.status == right.status && left.dictionary == right.dictionary
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(status)
    hasher.combine(dictionary.count)
  }
}

extension QuakesState.Quakes {
  /// Removes some quakes, then puts some in. O(k log n) for k of them, and a
  /// copy of the parts of the index they stand in.
  mutating func apply(removing: [Quake], inserting: [Quake]) {
    for quake in removing {
      dictionary[quake.id] = nil
      for id in quake.otherIds where aliases[id] == quake.id { aliases[id] = nil }
    }
    for quake in inserting {
      dictionary[quake.id] = quake
      for id in quake.otherIds { aliases[id] = quake.id }
    }
    index.apply(removing: removing, inserting: inserting)
  }

  /// Puts quakes in the place of those with the same ids. O(n log n) where
  /// there were none before.
  package mutating func insert(_ quakes: some Sequence<Quake>) {
    let new = Dictionary(quakes.map { ($0.id, $0) }) { $1 }
    if dictionary.isEmpty {
      data = TreeDictionary(uniqueKeysWithValues: new)
    } else {
      apply(removing: new.keys.compactMap { dictionary[$0] }, inserting: Array(new.values))
    }
  }

  /// Removes the quakes that have one of the ids. O(number of ids).
  mutating func remove(_ ids: TreeSet<Quake.ID>) {
    let quakes = Dictionary(ids.compactMap { quake(anyId: $0) }.map { ($0.id, $0) }) { $1 }
    if !quakes.isEmpty { apply(removing: Array(quakes.values), inserting: []) }
  }

  /// The quake that has the id, preferred or not. O(log n).
  package func quake(anyId id: Quake.ID) -> Quake? {
    dictionary[id] ?? aliases[id].flatMap { dictionary[$0] }
  }
}

extension QuakesState {
  /// What is known besides the quakes themselves.
  public struct Ledger: Codable, Hashable, Sendable {
    /// All ids of the events that people deleted.
    package var deleted: TreeSet<Quake.ID>
    /// What the last refresh said.
    public package(set) var lastRefresh: Refresh?
    /// What was asked for last: now, while the quakes are waited for.
    public package(set) var lastRange: QuakesFeed.Range?
    /// Whether the kept quakes were fetched.
    public package(set) var isLoaded: Bool
    /// Why the last change could not be saved.
    public package(set) var saveError: String?
    /// The changes that are in memory and not on disk, and whether saving them
    /// is still to come or has failed.
    public package(set) var unsaved: [Change: Saving]

    /// A change that has to be saved.
    public typealias Change = QuakesAction.Data.PersistentSession.LocalStore.Change

    /// The reason why a change is not on disk.
    public enum Saving: Codable, Hashable, Sendable {
      /// Its turn to be saved has not come yet, or it is being saved.
      case waiting
      /// It could not be saved. The next refresh tries again.
      case failed
    }

    /// Nothing is known.
    package init(deleted: TreeSet<Quake.ID> = [], lastRefresh: Refresh? = nil) {
      self.deleted = deleted
      self.lastRefresh = lastRefresh
      self.lastRange = nil
      self.isLoaded = false
      self.saveError = nil
      self.unsaved = [:]
    }
  }

  /// What a refresh changed.
  public struct Refresh: Codable, Hashable, Sendable {
    /// How far back it went.
    public var range: QuakesFeed.Range
    /// The time at which the newest feed so far was generated.
    public var generated: Date
    /// What became of its events.
    public var counts: Counts

    public init(range: QuakesFeed.Range, generated: Date, counts: Counts) {
      self.range = range
      self.generated = generated
      self.counts = counts
    }

    /// How many events met which fate. Each is counted once.
    public struct Counts: Codable, Hashable, Sendable {
      /// Not known before.
      public var new = 0
      /// Known, with something changed, and their id the same.
      public var changed = 0
      /// Known by another preferred id.
      public var renamed = 0
      /// Marked as deleted in the feed, or missing from it for the first time.
      public var withdrawn = 0
      /// Not readable.
      public var skipped = 0
      /// Known and as before, or older than what is known, or deleted by
      /// people.
      public var unchanged = 0

      public init(
        new: Int = 0, changed: Int = 0, renamed: Int = 0, withdrawn: Int = 0, skipped: Int = 0,
        unchanged: Int = 0
      ) {
        self.new = new
        self.changed = changed
        self.renamed = renamed
        self.withdrawn = withdrawn
        self.skipped = skipped
        self.unchanged = unchanged
      }
    }
  }
}
