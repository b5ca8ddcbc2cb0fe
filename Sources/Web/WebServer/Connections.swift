import CMicrohttpd
import Glibc
import Synchronization

/// An open connection with its deadline and its priority for eviction.
final class Connection: Sendable {
  /// The part of a request that the server expects next.
  enum Expected: Int {
    case firstHead
    case nextHead
    case body
  }

  let descriptor: Int32
  let address: ClientAddress
  /// The certificate to present; `nil` on a plain connection.
  let certificate: Certificate?
  /// The outstanding bytes of this client, on all of its connections; `nil` if
  /// they are not limited.
  let outstanding: OutstandingBytes?
  /// The deadline in milliseconds of `Connections.now`.
  private let deadline: Atomic<Int>
  private let storedEvictionRank = Atomic<Int>(.max)
  private let started = Atomic<Bool>(false)
  private let otherUser = Mutex<Bool?>(nil)

  init(
    descriptor: Int32, address: ClientAddress, certificate: Certificate?,
    outstanding: OutstandingBytes?, deadline: Int
  ) {
    self.descriptor = descriptor
    self.address = address
    self.certificate = certificate
    self.outstanding = outstanding
    self.deadline = Atomic(deadline)
  }

  /// True after libmicrohttpd has reported the start of the connection. Only
  /// then it also reports the end; before, it may close the socket silently.
  var isStarted: Bool { started.load(ordering: .relaxed) }

  /// True if the process at the other end belongs to another user of this machine.
  var isOfOtherUser: Bool {
    otherUser.withLock { known in
      let isOther = known ?? Forwarding.isOfOtherUser(descriptor)
      known = isOther
      return isOther
    }
  }

  /// True if the peer has ended its side of the connection.
  var isEndedByPeer: Bool {
    // The value of `POLLRDHUP`, which Glibc does not export.
    let ended = Int16(EPOLLRDHUP.rawValue)
    var polled = pollfd(fd: descriptor, events: ended, revents: 0)
    return poll(&polled, 1, 0) > 0
  }

  /// The order in which connections are evicted, lowest rank first: those
  /// without a request, idle ones, then those with an incomplete body, each by
  /// age. `.max` while a request is handled or a response is sent.
  var evictionRank: Int { storedEvictionRank.load(ordering: .relaxed) }

  /// Records that libmicrohttpd has started the connection.
  func start() {
    started.store(true, ordering: .relaxed)
    setEvictionRank(.firstHead)
  }

  /// Starts a timeout, in milliseconds, for the next part of a request.
  func expect(_ expected: Expected, within milliseconds: Int) {
    deadline.store(Connections.now + milliseconds, ordering: .relaxed)
    setEvictionRank(expected)
  }

  /// Moves the deadline to a number of milliseconds from now, unless it is
  /// earlier.
  func shortenDeadline(to milliseconds: Int) {
    let new = Connections.now + milliseconds
    if new < deadline.load(ordering: .relaxed) { deadline.store(new, ordering: .relaxed) }
  }

  /// Starts a timeout, in milliseconds, for the client to receive a response.
  func startSendTimeout(_ milliseconds: Int) {
    deadline.store(Connections.now + milliseconds, ordering: .relaxed)
    storedEvictionRank.store(.max, ordering: .relaxed)
  }

  /// Removes the deadline while a request is handled.
  func clearDeadline() {
    deadline.store(.max, ordering: .relaxed)
    storedEvictionRank.store(.max, ordering: .relaxed)
  }

  func isExpired(at time: Int) -> Bool { deadline.load(ordering: .relaxed) < time }

  private func setEvictionRank(_ expected: Expected) {
    storedEvictionRank.store(expected.rawValue << 48 + Connections.now, ordering: .relaxed)
  }
}

/// The open connections, with their limits and deadlines.
///
/// libmicrohttpd's own timeout only measures inactivity: a client that sends one
/// byte from time to time could keep a connection open forever. So each
/// connection has a deadline that moves only when a head, a body or a response
/// is complete.
final class Connections: Sendable {
  /// The maximum number of evicted connections that their workers have not
  /// closed yet. They do not count towards the limit on connections.
  static let maximumClosing = 64

  private struct Registry {
    var byDescriptor: [Int32: Connection] = [:]
    /// The evicted connections that their workers have not closed yet.
    var closing: Set<Int32> = []
    var clients: [ClientAddress: Client] = [:]
  }

  /// A client with limits.
  private struct Client {
    var connections: [Int32: Connection] = [:]
    let outstanding: OutstandingBytes
  }

  private let configuration: Configuration
  private let registry = Mutex(Registry())
  private let storedLastArrival = Atomic<Int>(0)

  init(_ configuration: Configuration) {
    self.configuration = configuration
  }

  private var limits: Limits { configuration.limits }

  var count: Int { registry.withLock(\.byDescriptor.count) }

  /// The monotonic time in milliseconds, from a coarse clock that is cheap to
  /// read.
  static var now: Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC_COARSE, &time)
    return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
  }

  /// The time at which the last connection or request began.
  var lastArrival: Int { storedLastArrival.load(ordering: .relaxed) }

  /// Records that a connection or a request begins.
  func recordArrival() { storedLastArrival.store(Self.now, ordering: .relaxed) }

  /// Returns true while a stopping server may still receive requests on open
  /// connections.
  ///
  /// A worker needs a moment to handle bytes that it has read, longer to read
  /// those that the kernel has received, and a client that has just connected,
  /// or sends requests often, may have sent the next request already.
  ///
  /// - Parameter start: The time at which the server began to stop.
  func mayReceiveRequests(at now: Int, stoppingSince start: Int) -> Bool {
    guard count > 0 else { return false }
    let elapsed = now - start
    return elapsed < 10 || (elapsed < 50 && hasUnreadBytes)
      || (elapsed < 200 && now - lastArrival < 200)
  }

  /// True if the kernel has bytes that the workers have not read.
  private var hasUnreadBytes: Bool {
    var polled = registry.withLock { registry in
      registry.byDescriptor.keys.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    }
    _ = poll(&polled, nfds_t(polled.count), 0)
    return polled.contains { $0.revents & Int16(POLLIN) != 0 }
  }

  /// Registers a new connection if the limits allow it. At the limit, it evicts
  /// a connection of the client that has most connections.
  ///
  /// The acceptor calls this: the workers see a connection only later, and a
  /// burst would exceed the limit.
  ///
  /// - Returns: false if the connection must be refused.
  func admit(_ descriptor: Int32, from address: ClientAddress) -> Bool {
    recordArrival()
    return registry.withLock { registry in
      // The kernel reuses descriptors, and libmicrohttpd does not report every
      // socket that it closes.
      remove(descriptor, from: &registry)
      let network = network(of: address)
      let count = network.flatMap { registry.clients[$0]?.connections.count } ?? 0
      guard network == nil || count < limits.connectionsPerClient else { return false }
      if registry.byDescriptor.count - registry.closing.count >= limits.connections {
        guard registry.closing.count < Self.maximumClosing,
          let candidate = evictionCandidate(among: registry.clients, above: count)
        else { return false }
        evict(candidate, from: &registry)
      }
      var client = network.map {
        registry.clients[$0]
          ?? Client(outstanding: OutstandingBytes(limit: limits.outstandingBytesPerClient))
      }
      let connection = Connection(
        descriptor: descriptor, address: address, certificate: configuration.certificate,
        outstanding: client?.outstanding, deadline: Self.now + limits.headSeconds * 1000)
      registry.byDescriptor[descriptor] = connection
      client?.connections[descriptor] = connection
      if let network { registry.clients[network] = client }
      return true
    }
  }

  /// Returns the client that a connection counts for; `nil` for trusted proxies,
  /// which forward requests of many clients, and for Unix sockets, which only
  /// proxies use.
  private func network(of address: ClientAddress) -> ClientAddress? {
    address == .local || configuration.trustedProxies.contains(address) ? nil : address.network
  }

  /// Returns the connection to evict: of the client that has most connections,
  /// the one with the lowest rank.
  ///
  /// - Parameter count: The number of connections of the new client. Only
  ///   clients with more connections are considered.
  private func evictionCandidate(
    among clients: [ClientAddress: Client], above count: Int
  ) -> Connection? {
    clients.values.filter { $0.connections.count > count }
      .sorted { $0.connections.count > $1.connections.count }
      .lazy.compactMap { client in
        client.connections.values.map { (connection: $0, rank: $0.evictionRank) }
          .filter { $0.rank < .max }.min { $0.rank < $1.rank }?.connection
      }
      .first
  }

  /// Shuts a connection down. Its worker then closes and removes it.
  private func evict(_ connection: Connection, from registry: inout Registry) {
    removeFromClient(connection, in: &registry)
    registry.closing.insert(connection.descriptor)
    shutdown(connection.descriptor, Int32(SHUT_RDWR))
  }

  /// Returns a registered connection.
  func connection(at descriptor: Int32) -> Connection? {
    registry.withLock { $0.byDescriptor[descriptor] }
  }

  /// Removes a connection. Must be called before its socket is closed, because
  /// the kernel may reuse the descriptor immediately.
  func remove(_ descriptor: Int32) {
    registry.withLock { remove(descriptor, from: &$0) }
  }

  private func remove(_ descriptor: Int32, from registry: inout Registry) {
    guard let connection = registry.byDescriptor.removeValue(forKey: descriptor) else { return }
    if registry.closing.remove(descriptor) == nil { removeFromClient(connection, in: &registry) }
  }

  private func removeFromClient(_ connection: Connection, in registry: inout Registry) {
    guard let network = network(of: connection.address) else { return }
    registry.clients[network]?.connections[connection.descriptor] = nil
    if registry.clients[network]?.connections.isEmpty == true { registry.clients[network] = nil }
  }

  /// Closes the connections whose deadline has passed.
  func closeExpired() {
    let now = Self.now
    registry.withLock { registry in
      for connection in registry.byDescriptor.values.filter({ $0.isExpired(at: now) }) {
        if connection.isStarted {
          // Its worker then closes and removes it.
          shutdown(connection.descriptor, Int32(SHUT_RDWR))
        } else {
          // libmicrohttpd had no memory for it and has closed the socket; the
          // descriptor may belong to another file now.
          remove(connection.descriptor, from: &registry)
        }
      }
    }
  }
}
