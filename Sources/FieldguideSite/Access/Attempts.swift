import WebServer

/// How often each client guessed wrong, and when it may guess again.
///
/// The first guesses are free, since people mistype. Each further one has to
/// wait twice as long as the one before.
struct Attempts: Sendable {
  private struct Record {
    var failures: Int
    /// In seconds of the clock.
    var notBefore: Int
  }

  private static let free = 3
  private static let longestWait = 60
  /// Afterwards it is as if nothing had been.
  private static let memory = 15 * 60
  private static let mostClients = 10_000

  private var records: [ClientAddress: Record] = [:]

  /// How many seconds a client has to wait before it may guess; `nil` where
  /// it may.
  func wait(of client: ClientAddress, at now: Int) -> Int? {
    guard let record = records[client.network], record.notBefore > now else { return nil }
    return record.notBefore - now
  }

  /// A guess was wrong.
  mutating func failed(_ client: ClientAddress, at now: Int) {
    forget(at: now)
    var record = records[client.network] ?? Record(failures: 0, notBefore: now)
    record.failures += 1
    let doublings = record.failures - Self.free
    let wait = doublings <= 0 ? 0 : min(Self.longestWait, 1 << min(doublings - 1, 10))
    record.notBefore = now + wait
    records[client.network] = record
  }

  /// A guess was right.
  mutating func succeeded(_ client: ClientAddress) {
    records[client.network] = nil
  }

  /// Keeps the table small: whoever has that many addresses to guess from is
  /// slowed down by what a guess costs.
  private mutating func forget(at now: Int) {
    guard records.count >= Self.mostClients else { return }
    records = records.filter { now - $0.value.notBefore < Self.memory }
    if records.count >= Self.mostClients { records = [:] }
  }
}
