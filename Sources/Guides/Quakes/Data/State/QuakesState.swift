public import Foundation
package import HashTreeCollections
package import ImmutableData
package import WebClient

/// The state of the guide to earthquakes.
public struct QuakesState: Hashable, Sendable {
  package var quakes = Quakes()
  package var ledger = Ledger()
  package var deletions = Deletions()
  package var reports = Reports()
  var loading = Loading()

  /// Creates a state before anything was loaded.
  public init() {}
}

extension QuakesState {
  /// The quakes by ID, and the status of loading or refreshing them.
  package struct Quakes: Sendable {
    /// The quakes by their preferred IDs. The setter builds a new index: O(n
    /// log n).
    package var data: TreeDictionary<Quake.ID, Quake> {
      get { dictionary }
      set {
        dictionary = newValue
        index = QuakeIndex(newValue.values)
        aliases = [:]
        addAliases(of: newValue.values)
      }
    }
    package var status: Status? {
      didSet { received = nil }
    }
    /// The part of a feed that was received; `nil` unless a fetch takes long.
    package var received: DownloadProgress?

    private var dictionary: TreeDictionary<Quake.ID, Quake> = [:]
    /// The same quakes, sorted by time.
    private(set) var index = QuakeIndex([])
    /// The preferred IDs by each other and each former ID.
    private(set) var aliases: TreeDictionary<Quake.ID, Quake.ID> = [:]

    package init(data: TreeDictionary<Quake.ID, Quake> = [:], status: Status? = nil) {
      self.status = status
      if !data.isEmpty { self.data = data }
    }

    private mutating func addAliases(of quakes: some Sequence<Quake>) {
      var formerIds: [(id: Quake.ID, quakeId: Quake.ID)] = []
      for quake in quakes {
        for id in quake.otherIds { aliases[id] = quake.id }
        for id in quake.formerIds { formerIds.append((id, quake.id)) }
      }
      // An ID leads to the event that has it before one that had it.
      for (id, quakeId) in formerIds where aliases[id] == nil { aliases[id] = quakeId }
    }
  }
}

extension QuakesState.Quakes: Hashable {
  // Derived properties are not compared.
  package static func == (left: Self, right: Self) -> Bool {
    left.status == right.status && left.received == right.received
      && left.dictionary == right.dictionary
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(status)
    hasher.combine(dictionary.count)
  }
}

extension QuakesState.Quakes: CustomReflectable {
  /// The stored properties, without the derived ones, for the inspector.
  package var customMirror: Mirror {
    Mirror(
      self, children: ["data": data, "status": status as Any, "received": received as Any],
      displayStyle: .struct)
  }
}

extension QuakesState.Quakes {
  /// Removes quakes, then inserts others. O(k log n) for k quakes, plus a copy
  /// of the affected chunks of the index.
  mutating func apply(removing: [Quake], inserting: [Quake]) {
    for quake in removing {
      dictionary[quake.id] = nil
      for id in quake.otherIds + quake.formerIds where aliases[id] == quake.id {
        aliases[id] = nil
      }
    }
    for quake in inserting { dictionary[quake.id] = quake }
    addAliases(of: inserting)
    index.apply(removing: removing, inserting: inserting)
  }

  /// Inserts quakes, replacing those with the same IDs. O(n log n) if there
  /// were none before.
  package mutating func insert(_ quakes: some Sequence<Quake>) {
    let new = Dictionary(quakes.map { ($0.id, $0) }) { $1 }
    if dictionary.isEmpty {
      data = TreeDictionary(uniqueKeysWithValues: new)
    } else {
      apply(removing: new.keys.compactMap { dictionary[$0] }, inserting: Array(new.values))
    }
  }

  /// Removes the quakes with these preferred IDs. O(number of IDs).
  mutating func remove(_ ids: some Sequence<Quake.ID>) {
    let quakes = Set(ids).compactMap { dictionary[$0] }
    if !quakes.isEmpty { apply(removing: quakes, inserting: []) }
  }

  /// Returns the quake that has an ID, or had it last. O(log n).
  package func quake(anyId id: Quake.ID) -> Quake? {
    dictionary[id] ?? aliases[id].flatMap { dictionary[$0] }
  }
}

extension QuakesState {
  /// The bookkeeping of the guide: deletions, refreshes and the state of saving.
  public struct Ledger: Codable, Hashable, Sendable {
    /// The IDs of the events that visitors deleted, preferred and other ones.
    package var deleted: TreeSet<Quake.ID> = []
    /// The summary of the last refresh.
    public package(set) var lastRefresh: Refresh?
    /// The time of which all events of the feeds are stored.
    public package(set) var known = KnownTime()
    /// The range of the last refresh, or of the one in progress.
    public package(set) var lastRange: QuakesFeed.Range?
    /// True if the stored quakes have been loaded.
    public package(set) var isLoaded = false
    /// The error message of the last change that could not be saved.
    public package(set) var saveError: String?
    /// The id from which those of Atom feeds are derived; `nil` before the first one.
    package var feedId: UUID?
    /// The changes that are being saved, or could not be saved.
    public package(set) var unsaved: [Change: Saving] = [:]

    /// A change to save.
    public typealias Change = QuakesAction.Data.PersistentSession.LocalStore.Change

    /// The reason for which a change is neither on disk nor in memory.
    public enum Saving: Codable, Hashable, Sendable {
      /// The change is queued or being saved.
      case waiting
      /// Saving failed.
      case failed
    }

    /// Forgets the failures of changes, since the store works again.
    mutating func forgetFailures() {
      saveError = nil
      unsaved = unsaved.filter { $0.value == .waiting }
    }
  }

  /// The summary of a refresh.
  public struct Refresh: Codable, Hashable, Sendable {
    /// The time range of the refresh.
    public var range: QuakesFeed.Range
    /// The time at which the newest feed so far was generated.
    public var generated: Date
    /// The number of its events by outcome.
    public var counts: Counts

    /// The number of events by outcome. Each event is counted once.
    public struct Counts: Codable, Hashable, Sendable {
      /// Previously unknown events.
      public var new = 0
      /// Known events with changed values and the same ID.
      public var changed = 0
      /// Known events with another preferred ID.
      public var renamed = 0
      /// Events marked as deleted in the feed, or missing from it for the first
      /// time.
      public var withdrawn = 0
      /// Invalid events.
      public var skipped = 0
      /// Known events without a change, with an older record, or deleted by a
      /// visitor.
      public var unchanged = 0
    }
  }
}
