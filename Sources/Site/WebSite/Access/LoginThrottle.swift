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
  /// The reason to refuse a password unchecked.
  enum Refusal: Hashable, Sendable {
    /// The client sent too many wrong passwords; the seconds it has to wait.
    case wait(Int)
    /// Other clients of its network did; the seconds until it may retry.
    case busy(Int)
  }

  private struct Record {
    var failures = 0
    /// The earliest time of the next check, in seconds of the clock.
    var notBefore = 0

    /// The seconds after which the failures of a client expire.
    private static let expiry = 15.0 * 60

    func isRecent(at now: Double) -> Bool {
      failures > 0 && now - Double(notBefore) < Self.expiry
    }
  }

  private static let freeFailures = 3
  private static let longestWait = 60
  private static let maxClients = 10_000
  /// The number of wrong passwords that each of `widerNetworks` may send in a
  /// burst. A bucket is full again after five minutes.
  private static let capacities = [120.0, 240.0]
  private static let secondsToFill = 300.0

  private var records = ClientTable(Record(), capacity: maxClients) { !$0.isRecent(at: $1) }
  /// The token buckets of networks, by their index in `widerNetworks`: networks
  /// of different sizes can have the same address.
  private var buckets = capacities.map { capacity in
    ClientTable(
      TokenBucket(capacity: capacity, perSecond: capacity / secondsToFill), capacity: maxClients
    ) { $0.isFull(at: $1) }
  }

  /// Returns the number of recent wrong passwords of a client.
  func failures(of client: ClientAddress, at now: Int) -> Int {
    record(of: client, at: now).failures
  }

  /// Returns the reason to refuse a client's password unchecked; `nil` if it
  /// may be checked.
  func refusal(of client: ClientAddress, at now: Int) -> Refusal? {
    let record = record(of: client, at: now)
    if record.notBefore > now { return .wait(record.notBefore - now) }
    let waits = zip(client.widerNetworks, zip(buckets, Self.capacities)).compactMap {
      network, level in
      level.0[network].wait(for: record.failures == 0 ? 1 : level.1 / 2, at: Double(now))
    }
    return waits.max().map(Refusal.busy)
  }

  /// Counts a wrong password.
  ///
  /// An attacker with more addresses than the tables hold is slowed down by the
  /// cost of hashing.
  mutating func failed(_ client: ClientAddress, at now: Int) {
    var record = record(of: client, at: now)
    record.failures += 1
    let doublings = record.failures - Self.freeFailures
    let wait = doublings <= 0 ? 0 : min(Self.longestWait, 1 << min(doublings - 1, 10))
    record.notBefore = now + wait
    records.update(client, at: Double(now)) { $0 = record }
    for (level, network) in client.widerNetworks.enumerated() {
      buckets[level].update(network, at: Double(now)) { $0.take(at: Double(now)) }
    }
  }

  /// Resets a client's failures after a correct password.
  mutating func succeeded(_ client: ClientAddress) {
    records.reset(client)
  }

  private func record(of client: ClientAddress, at now: Int) -> Record {
    let record = records[client]
    return record.isRecent(at: Double(now)) ? record : Record()
  }
}
