/// A bounded queue that serves networks round-robin, regardless of how much
/// each of them adds.
package struct FairQueue<Element> {
  private struct Entry {
    let element: Element
    let client: ClientAddress
    /// The largest network around the client.
    let owner: ClientAddress
    /// Entries of a lower rank come first.
    var rank: Int
    /// The number of the round: every owner has at most one entry in each
    /// round.
    let round: Int
  }

  private let capacity: Int
  private let perClient: Int
  /// The entries in order of arrival.
  private var entries: [Entry] = []
  private var countsByOwner: [ClientAddress: Int] = [:]
  private var countsByClient: [ClientAddress: Int] = [:]
  /// The round of the last entry that was removed.
  private var round = 0

  /// - Parameters:
  ///   - capacity: the maximum number of elements.
  ///   - perClient: the maximum number of elements of one client.
  package init(capacity: Int, perClient: Int = 8) {
    self.capacity = capacity
    self.perClient = perClient
  }

  /// Adds an element of a client.
  ///
  /// - Parameter rank: elements of a lower rank come first.
  /// - Returns: the element that was rejected or evicted: the new one, one of
  ///   the same client with a higher rank, or one of a client that occupies
  ///   more of the queue.
  package mutating func append(
    _ element: Element, from client: ClientAddress, rank: Int
  ) -> Element? {
    let client = client.network
    var evicted: Element?
    if countsByClient[client, default: 0] >= perClient {
      let worst = entries.indices.reversed().filter { entries[$0].client == client }
        .max { entries[$0].rank < entries[$1].rank }
      guard let worst, rank < entries[worst].rank else { return element }
      evicted = remove(at: worst).element
    }
    let owner = client.widerNetworks.last ?? client
    let last = entries.last { $0.owner == owner }?.round ?? 0
    let entry = Entry(
      element: element, client: client, owner: owner, rank: rank, round: max(round, last) + 1)
    if entries.count >= capacity {
      // Of entries with the same priority, the last one is evicted.
      let worst = entries.indices.reversed().max {
        evictionPriority(entries[$0]) < evictionPriority(entries[$1])
      }
      guard let worst, evictionPriority(entry) < evictionPriority(entries[worst]) else {
        return element
      }
      evicted = remove(at: worst).element
    }
    entries.append(entry)
    count(1, entry)
    return evicted
  }

  /// True if no element waits.
  package var isEmpty: Bool { entries.isEmpty }

  /// Removes and returns the next element: one of the lowest rank, and of these
  /// one of the earliest round.
  package mutating func next() -> Element? {
    let first = entries.indices.min {
      (entries[$0].rank, entries[$0].round) < (entries[$1].rank, entries[$1].round)
    }
    guard let first else { return nil }
    let entry = remove(at: first)
    round = max(round, entry.round)
    return entry.element
  }

  /// Raises the rank of a client's elements, which delays them.
  package mutating func delay(_ client: ClientAddress) {
    let client = client.network
    for index in entries.indices where entries[index].client == client {
      entries[index].rank += 1
    }
  }

  /// Returns the eviction priority of an entry: the greatest is evicted first.
  private func evictionPriority(_ entry: Entry) -> (ofOwner: Int, rank: Int, ofClient: Int) {
    (
      countsByOwner[entry.owner, default: 0], entry.rank, countsByClient[entry.client, default: 0]
    )
  }

  private mutating func remove(at index: Int) -> Entry {
    let entry = entries.remove(at: index)
    count(-1, entry)
    return entry
  }

  private mutating func count(_ number: Int, _ entry: Entry) {
    countsByOwner.add(number, to: entry.owner)
    countsByClient.add(number, to: entry.client)
  }
}

extension [ClientAddress: Int] {
  /// Changes the count of a key, and forgets a count of zero.
  fileprivate mutating func add(_ number: Int, to key: ClientAddress) {
    let total = self[key, default: 0] + number
    self[key] = total == 0 ? nil : total
  }
}
