import WebServer

/// A bounded queue that serves networks round-robin, regardless of how much
/// each of them adds.
struct FairQueue<Element> {
  private struct Entry {
    let element: Element
    let client: ClientAddress
    /// The largest network around the client.
    let owner: ClientAddress
    /// The number of the client's failures so far.
    var failures: Int
    /// The number of the round: every owner has at most one entry in each
    /// round.
    let round: Int
  }

  private let capacity: Int
  private let perClient: Int
  /// The entries in order of arrival.
  private var entries: [Entry] = []
  private var countsByOwner = BoundedTable<ClientAddress, Int>()
  private var countsByClient = BoundedTable<ClientAddress, Int>()
  /// The round of the last entry that was removed.
  private var round = 0

  /// - Parameters:
  ///   - capacity: the maximum number of elements.
  ///   - perClient: the maximum number of elements of one client.
  init(capacity: Int, perClient: Int = 8) {
    self.capacity = capacity
    self.perClient = perClient
  }

  /// Adds an element of a client.
  ///
  /// - Parameter failures: the number of the client's failures.
  /// - Returns: the element that was rejected or evicted: the new one, or one
  ///   of a client that occupies more of the queue.
  mutating func append(
    _ element: Element, from client: ClientAddress, failures: Int
  ) -> Element? {
    let client = client.network
    guard countsByClient[client] < perClient else { return element }
    let owner = client.widerNetworks.last ?? client
    let last = entries.last { $0.owner == owner }?.round ?? 0
    let entry = Entry(
      element: element, client: client, owner: owner, failures: failures,
      round: max(round, last) + 1)
    var evicted: Element?
    if entries.count >= capacity {
      // Of entries with the same priority, the last one is evicted.
      let worst = entries.indices.max {
        (evictionPriority(entries[$0]), $0) < (evictionPriority(entries[$1]), $1)
      }
      guard let worst, evictionPriority(entry) < evictionPriority(entries[worst]) else {
        return element
      }
      evicted = remove(at: worst).element
    }
    entries.append(entry)
    countsByOwner.add(1, for: owner)
    countsByClient.add(1, for: client)
    return evicted
  }

  /// Removes and returns the next element: that of a client with the fewest
  /// failures, and of these one of the earliest round.
  mutating func next() -> Element? {
    let first = entries.indices.min {
      (entries[$0].failures, entries[$0].round, $0)
        < (entries[$1].failures, entries[$1].round, $1)
    }
    guard let first else { return nil }
    let entry = remove(at: first)
    round = max(round, entry.round)
    return entry.element
  }

  /// Counts a failure of a client, which delays its other elements.
  mutating func failed(_ client: ClientAddress) {
    let client = client.network
    for index in entries.indices where entries[index].client == client {
      entries[index].failures += 1
    }
  }

  /// Returns the eviction priority of an entry: the greatest is evicted first.
  private func evictionPriority(_ entry: Entry) -> EvictionPriority {
    EvictionPriority(
      ofOwner: countsByOwner[entry.owner], failures: entry.failures,
      ofClient: countsByClient[entry.client])
  }

  private mutating func remove(at index: Int) -> Entry {
    let entry = entries.remove(at: index)
    countsByOwner.add(-1, for: entry.owner)
    countsByClient.add(-1, for: entry.client)
    return entry
  }
}

private struct EvictionPriority: Comparable {
  let ofOwner: Int
  let failures: Int
  let ofClient: Int

  static func < (left: EvictionPriority, right: EvictionPriority) -> Bool {
    (left.ofOwner, left.failures, left.ofClient)
      < (right.ofOwner, right.failures, right.ofClient)
  }
}
