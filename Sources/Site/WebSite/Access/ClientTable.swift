import WebServer

/// A value for each client, or network of clients, that is not idle.
///
/// All addresses of an IPv6 /64 network are one client.
struct ClientTable<Value: Sendable>: Sendable {
  private let initial: Value
  private let capacity: Int
  private let isIdle: @Sendable (Value, _ now: Double) -> Bool
  private var values: [ClientAddress: Value] = [:]

  /// - Parameters:
  ///   - initial: the value of a client that is not in the table.
  ///   - capacity: the maximum number of clients. If more are active, all are
  ///     forgotten.
  ///   - isIdle: returns true for a value that need not be kept.
  init(
    _ initial: Value, capacity: Int = .max,
    isIdle: @escaping @Sendable (Value, _ now: Double) -> Bool
  ) {
    self.initial = initial
    self.capacity = capacity
    self.isIdle = isIdle
  }

  subscript(client: ClientAddress) -> Value { values[client.network] ?? initial }

  /// Changes the value of a client, and forgets it if it is idle then.
  ///
  /// - Parameter now: the time, for values that become idle by themselves.
  mutating func update<Result>(
    _ client: ClientAddress, at now: Double = 0, _ change: (inout Value) -> Result
  ) -> Result {
    let key = client.network
    if values.count >= capacity, values[key] == nil {
      values = values.filter { !isIdle($0.value, now) }
      if values.count >= capacity { values = [:] }
    }
    let initial = initial
    let result = change(&values[key, default: initial])
    if let value = values[key], isIdle(value, now) { values[key] = nil }
    return result
  }

  /// Forgets a client.
  mutating func reset(_ client: ClientAddress) { values[client.network] = nil }
}

extension ClientTable where Value == Int {
  /// Creates a table of counts.
  init() { self.init(0) { count, _ in count <= 0 } }

  /// Adds to the count of a client.
  mutating func add(_ number: Int, for client: ClientAddress) { update(client) { $0 += number } }
}
