import WebServer

/// Throttles password checks by the number of wrong passwords of a client and
/// of the networks around it.
///
/// The first wrong passwords of a client are free, because people mistype.
/// After each further one the wait doubles. Clients that guess from many
/// addresses share the token buckets of their networks. Half of each bucket is
/// reserved for clients without a wrong password, so that their neighbours
/// cannot lock them out.
struct LoginThrottle: Sendable {
  /// The reason to reject a password unchecked.
  enum Refusal: Hashable, Sendable {
    /// The client sent too many wrong passwords; the seconds it has to wait.
    case wait(Int)
    /// Other clients of its network did; the seconds until it may retry.
    case busy(Int)
  }

  private struct Record {
    var failures: Int
    /// The earliest time of the next check, in seconds of the clock.
    var notBefore: Int
  }

  private static let freeFailures = 3
  private static let longestWait = 60
  /// The seconds after which the failures of a client expire.
  private static let expiry = 15 * 60
  private static let maxClients = 10_000
  /// The number of wrong passwords that each of `widerNetworks` may send in a
  /// burst. A bucket is full again after five minutes.
  private static let capacities = [120.0, 240.0]
  private static let secondsToFill = 300.0

  private var records: [ClientAddress: Record] = [:]
  /// The token buckets of networks, by their index in `widerNetworks`: networks
  /// of different sizes can have the same address.
  private var buckets: [[ClientAddress: TokenBucket]] = capacities.map { _ in [:] }

  /// Returns the number of recent wrong passwords of a client.
  func failures(of client: ClientAddress, at now: Int) -> Int {
    record(of: client, at: now)?.failures ?? 0
  }

  /// Returns the reason to reject a client's password unchecked; `nil` if it
  /// may be checked.
  func refusal(of client: ClientAddress, at now: Int) -> Refusal? {
    let record = record(of: client, at: now)
    if let record, record.notBefore > now { return .wait(record.notBefore - now) }
    let waits = zip(client.widerNetworks, zip(buckets, Self.capacities)).compactMap {
      network, level in
      level.0[network]?.wait(for: record == nil ? 1 : level.1 / 2, at: Double(now))
    }
    return waits.max().map(Refusal.busy)
  }

  /// Counts a wrong password.
  mutating func failed(_ client: ClientAddress, at now: Int) {
    prune(at: now)
    var record = record(of: client, at: now) ?? Record(failures: 0, notBefore: now)
    record.failures += 1
    let doublings = record.failures - Self.freeFailures
    let wait = doublings <= 0 ? 0 : min(Self.longestWait, 1 << min(doublings - 1, 10))
    record.notBefore = now + wait
    records[client.network] = record
    for (level, network) in client.widerNetworks.enumerated() {
      let capacity = Self.capacities[level]
      buckets[level][
        network,
        default: TokenBucket(
          capacity: capacity, perSecond: capacity / Self.secondsToFill, at: Double(now))
      ].take(at: Double(now))
    }
  }

  /// Resets a client's failures after a correct password.
  mutating func succeeded(_ client: ClientAddress) {
    records[client.network] = nil
  }

  private func record(of client: ClientAddress, at now: Int) -> Record? {
    records[client.network].flatMap { isRecent($0, at: now) ? $0 : nil }
  }

  private func isRecent(_ record: Record, at now: Int) -> Bool {
    now - record.notBefore < Self.expiry
  }

  /// Bounds the size of the tables. An attacker with that many addresses is
  /// slowed down by the cost of hashing.
  private mutating func prune(at now: Int) {
    if records.count >= Self.maxClients {
      records = records.filter { isRecent($0.value, at: now) }
      if records.count >= Self.maxClients { records = [:] }
    }
    for level in buckets.indices where buckets[level].count >= Self.maxClients {
      buckets[level] = buckets[level].filter { !$0.value.isFull(at: Double(now)) }
      if buckets[level].count >= Self.maxClients { buckets[level] = [:] }
    }
  }
}
