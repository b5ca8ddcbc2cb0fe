import WebServer

/// The wrong passwords of each client, and of the networks around it.
///
/// The first ones of a client are free, since people mistype. After each
/// further one it has to wait twice as long as before. Those who guess from
/// many addresses share the token buckets of their networks. Half of a bucket
/// is kept for clients without a wrong password, so that their neighbours
/// cannot keep them from signing in.
struct LoginThrottle: Sendable {
  /// The reason for not checking a password now.
  enum Refusal: Hashable, Sendable {
    /// The client sent too many wrong ones; the seconds it has to wait.
    case wait(Int)
    /// Others in its network did; the seconds until it may try again.
    case busy(Int)
  }

  private struct Record {
    var failures: Int
    /// In seconds of the clock.
    var notBefore: Int
  }

  private static let free = 3
  private static let longestWait = 60
  /// The seconds after which a client's mistakes are forgotten.
  private static let memory = 15 * 60
  private static let mostClients = 10_000
  /// The wrong passwords that `widerNetworks` may send at once. A bucket is
  /// full again after five minutes.
  private static let capacities = [120.0, 240.0]
  private static let secondsToFill = 300.0

  private var records: [ClientAddress: Record] = [:]
  /// The buckets of networks, by their place among `widerNetworks`: networks
  /// of different sizes can have the same address.
  private var buckets: [[ClientAddress: TokenBucket]] = capacities.map { _ in [:] }

  /// The number of wrong passwords that a client sent lately.
  func failures(of client: ClientAddress, at now: Int) -> Int {
    record(of: client, at: now)?.failures ?? 0
  }

  /// Returns the reason for not checking a client's password now; `nil` if it may
  /// be checked.
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
    forget(at: now)
    var record = record(of: client, at: now) ?? Record(failures: 0, notBefore: now)
    record.failures += 1
    let doublings = record.failures - Self.free
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

  /// Forgets a client's mistakes after a right password.
  mutating func succeeded(_ client: ClientAddress) {
    records[client.network] = nil
  }

  private func record(of client: ClientAddress, at now: Int) -> Record? {
    records[client.network].flatMap { isRecent($0, at: now) ? $0 : nil }
  }

  private func isRecent(_ record: Record, at now: Int) -> Bool {
    now - record.notBefore < Self.memory
  }

  /// Keeps the tables small. Who guesses from that many addresses is slowed
  /// down by what a check costs.
  private mutating func forget(at now: Int) {
    if records.count >= Self.mostClients {
      records = records.filter { isRecent($0.value, at: now) }
      if records.count >= Self.mostClients { records = [:] }
    }
    for level in buckets.indices where buckets[level].count >= Self.mostClients {
      buckets[level] = buckets[level].filter { !$0.value.isFull(at: Double(now)) }
      if buckets[level].count >= Self.mostClients { buckets[level] = [:] }
    }
  }
}
