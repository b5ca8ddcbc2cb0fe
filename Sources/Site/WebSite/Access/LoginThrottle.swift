import WebServer

/// Throttles password checks by the number of wrong passwords of a client, of
/// the networks around it, and of an account.
///
/// The first wrong passwords of a client are free, because people mistype.
/// After each further one the wait doubles. Clients that guess from many
/// addresses share the token buckets of their networks. Half of each bucket is
/// reserved for clients without a wrong password, so that their neighbours
/// cannot lock them out.
///
/// All guesses at the password of one account, from whatever network, share a
/// bucket as well. It does not hold for networks from which the password was right,
/// nor for those who have signed in, so that strangers cannot lock out the owner.
struct LoginThrottle: Sendable {
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

  /// A network that signs in to an account.
  private struct Login: Hashable {
    let account: Int
    let network: ClientAddress
  }

  private static let freeFailures = 3
  private static let longestWait = 60
  private static let maxClients = 10_000
  /// The number of wrong passwords that each of `widerNetworks` may send in a
  /// burst. A bucket is full again after five minutes.
  private static let capacities = [120.0, 240.0]
  private static let secondsToFill = 300.0
  /// The number of wrong passwords of strangers to an account in a burst, and then in an hour.
  static let accountCapacity = 20.0
  /// The number of wrong passwords of a client after which even the one that was right before is
  /// no longer recognised while the client has to wait.
  private static let recognisedFailures = 20

  private var records = BoundedTable<ClientAddress, Record>(Record(), capacity: maxClients) {
    !$0.isRecent(at: $1)
  }
  /// The token buckets of networks, by their index in `widerNetworks`: networks
  /// of different sizes can have the same address.
  private var buckets = capacities.map {
    BoundedTable<ClientAddress, TokenBucket>(capacity: $0, secondsToFill: secondsToFill)
  }
  /// The token buckets of accounts, by the hash of the name: a name can be long. Unknown names
  /// have them, too, so that they do not differ from others.
  private var accounts = BoundedTable<Int, TokenBucket>(
    capacity: accountCapacity, secondsToFill: 3_600)
  private var known = BoundedTable<Login, Bool>(false, capacity: maxClients)

  /// Returns the number of recent wrong passwords of a client.
  func failures(of client: ClientAddress, at now: Int) -> Int {
    record(of: client, at: now).failures
  }

  /// Returns true if the password of an account was right from the network of a client.
  func isKnown(_ client: ClientAddress, to name: String) -> Bool {
    known[Login(account: name.hashValue, network: client.network)]
  }

  /// Returns true if a password may be compared with one that was right before. Otherwise it
  /// could be guessed as fast as requests are answered.
  func recognises(_ client: ClientAddress, as name: String, at now: Int) -> Bool {
    isKnown(client, to: name) && failures(of: client, at: now) < Self.recognisedFailures
  }

  /// Returns the reason to refuse a client's password unchecked; `nil` if it
  /// may be checked.
  ///
  /// - Parameters:
  ///   - name: the name of the account.
  ///   - isOwner: true if the client has signed in to the account.
  func refusal(
    of client: ClientAddress, as name: String, isOwner: Bool = false, at now: Int
  ) -> SignInFailure? {
    let record = record(of: client, at: now)
    if record.notBefore > now { return .wait(record.notBefore - now) }
    if !isOwner, !isKnown(client, to: name),
      let wait = accounts[name.hashValue].wait(for: 1, at: Double(now))
    {
      return .wait(wait)
    }
    let waits = zip(client.widerNetworks, zip(buckets, Self.capacities)).compactMap {
      network, level in
      level.0[network].wait(for: record.failures == 0 ? 1 : level.1 / 2, at: Double(now))
    }
    return waits.max().map(SignInFailure.busy)
  }

  /// Counts a wrong password.
  ///
  /// An attacker with more addresses than the tables hold is slowed down by the
  /// cost of hashing.
  mutating func failed(
    _ client: ClientAddress, as name: String, isOwner: Bool = false, at now: Int
  ) {
    var record = record(of: client, at: now)
    record.failures += 1
    let doublings = record.failures - Self.freeFailures
    let wait = doublings <= 0 ? 0 : min(Self.longestWait, 1 << min(doublings - 1, 10))
    record.notBefore = now + wait
    records.update(client.network, at: Double(now)) { $0 = record }
    for (level, network) in client.widerNetworks.enumerated() {
      buckets[level].update(network, at: Double(now)) { $0.take(at: Double(now)) }
    }
    if !isOwner, !isKnown(client, to: name) {
      accounts.update(name.hashValue, at: Double(now)) { $0.take(at: Double(now)) }
    }
  }

  /// Counts a password that was not checked, but compared with one that was right before.
  mutating func compared(_ client: ClientAddress, at now: Int) {
    records.update(client.network, at: Double(now)) { $0.failures += 1 }
  }

  /// Resets a client's failures after a correct password.
  mutating func succeeded(_ client: ClientAddress, as name: String) {
    records.reset(client.network)
    known.update(Login(account: name.hashValue, network: client.network)) { $0 = true }
  }

  private func record(of client: ClientAddress, at now: Int) -> Record {
    let record = records[client.network]
    return record.isRecent(at: Double(now)) ? record : Record()
  }
}
