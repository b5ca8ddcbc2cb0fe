import WebServer

/// A bounded queue in which networks take turns, however much any of them adds.
struct FairQueue<Element> {
  private struct Entry {
    let element: Element
    let client: ClientAddress
    /// The widest network around the client.
    let owner: ClientAddress
    /// The client's mistakes so far.
    var failures: Int
    /// The number of its round: every owner has one entry in each.
    let round: Int
  }

  private let capacity: Int
  private let perClient: Int
  /// In the order in which they came.
  private var entries: [Entry] = []
  private var countsByOwner: [ClientAddress: Int] = [:]
  private var countsByClient: [ClientAddress: Int] = [:]
  /// The round of the entry that was taken last.
  private var round = 0

  /// - Parameters:
  ///   - capacity: the most elements.
  ///   - perClient: the most elements of one client.
  init(capacity: Int, perClient: Int = 8) {
    self.capacity = capacity
    self.perClient = perClient
  }

  /// Adds an element of a client.
  ///
  /// - Parameter failures: the number of the client's mistakes.
  /// - Returns: the element for which there is no room: the new one, or one of
  ///   a client that takes more of the queue.
  mutating func append(
    _ element: Element, from client: ClientAddress, failures: Int
  ) -> Element? {
    let client = client.network
    guard countsByClient[client, default: 0] < perClient else { return element }
    let owner = client.widerNetworks.last ?? client
    let last = entries.last { $0.owner == owner }?.round ?? 0
    let entry = Entry(
      element: element, client: client, owner: owner, failures: failures,
      round: max(round, last) + 1)
    var evicted: Element?
    if entries.count >= capacity {
      // Of equals the last that came.
      let worst = entries.indices.max { (pressure(entries[$0]), $0) < (pressure(entries[$1]), $1) }
      guard let worst, pressure(entry) < pressure(entries[worst]) else { return element }
      evicted = remove(at: worst).element
    }
    entries.append(entry)
    countsByOwner[owner, default: 0] += 1
    countsByClient[client, default: 0] += 1
    return evicted
  }

  /// Takes the element whose turn it is: one of a client with the fewest
  /// mistakes, and of these one of the earliest round.
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

  /// Counts a mistake of a client, whose other elements now wait longer.
  mutating func failed(_ client: ClientAddress) {
    let client = client.network
    for index in entries.indices where entries[index].client == client {
      entries[index].failures += 1
    }
  }

  /// The order in which entries are evicted from a full queue, the greatest first.
  private func pressure(_ entry: Entry) -> Pressure {
    Pressure(
      ofOwner: countsByOwner[entry.owner, default: 0], failures: entry.failures,
      ofClient: countsByClient[entry.client, default: 0])
  }

  private mutating func remove(at index: Int) -> Entry {
    let entry = entries.remove(at: index)
    func decrement(_ counts: inout [ClientAddress: Int], _ key: ClientAddress) {
      let count = counts[key, default: 0] - 1
      counts[key] = count > 0 ? count : nil
    }
    decrement(&countsByOwner, entry.owner)
    decrement(&countsByClient, entry.client)
    return entry
  }
}

private struct Pressure: Comparable {
  let ofOwner: Int
  let failures: Int
  let ofClient: Int

  static func < (left: Pressure, right: Pressure) -> Bool {
    (left.ofOwner, left.failures, left.ofClient)
      < (right.ofOwner, right.failures, right.ofClient)
  }
}
