import Glibc
import Synchronization

/// An open connection, and what it waits for.
final class Connection: Sendable {
  /// The part of a request that a client has to send next.
  enum Expected: Int {
    case firstHead
    case nextHead
    case body
  }

  let descriptor: Int32
  let address: ClientAddress
  /// The certificate to present; `nil` on a plain connection.
  let certificate: Certificate?
  /// The outstanding bytes of answers to this client, on all of its
  /// connections; `nil` where they are not limited.
  let sending: OutstandingBytes?
  /// In milliseconds of `Connections.now`.
  private let deadline: Atomic<Int>
  private let storedRank = Atomic<Int>(.max)
  private let started = Atomic<Bool>(false)

  init(
    descriptor: Int32, address: ClientAddress, certificate: Certificate?,
    sending: OutstandingBytes?, deadline: Int
  ) {
    self.descriptor = descriptor
    self.address = address
    self.certificate = certificate
    self.sending = sending
    self.deadline = Atomic(deadline)
  }

  /// True once libmicrohttpd has reported the connection. From then on it also
  /// reports its end; until then it may close the socket without a word.
  var isStarted: Bool { started.load(ordering: .relaxed) }

  /// The order in which connections are closed to make room for others, lowest
  /// first: those without a request, idle ones, then unfinished bodies, each
  /// by age. `.max` while the server works or sends.
  var rank: Int { storedRank.load(ordering: .relaxed) }

  /// libmicrohttpd serves the connection from now on.
  func start() {
    started.store(true, ordering: .relaxed)
    setRank(.firstHead)
  }

  /// Gives the client a time in milliseconds to send something.
  func expect(_ expected: Expected, within milliseconds: Int) {
    deadline.store(Connections.now + milliseconds, ordering: .relaxed)
    setRank(expected)
  }

  /// Brings the deadline forward to a time in milliseconds from now, if it is
  /// later than that.
  func allowAtMost(_ milliseconds: Int) {
    let new = Connections.now + milliseconds
    if new < deadline.load(ordering: .relaxed) { deadline.store(new, ordering: .relaxed) }
  }

  /// Gives the client a time in milliseconds to take what is sent.
  func allowTaking(_ milliseconds: Int) {
    deadline.store(Connections.now + milliseconds, ordering: .relaxed)
    storedRank.store(.max, ordering: .relaxed)
  }

  /// Removes the deadline while the server works.
  func allowForever() {
    deadline.store(.max, ordering: .relaxed)
    storedRank.store(.max, ordering: .relaxed)
  }

  func isOverdue(at time: Int) -> Bool { deadline.load(ordering: .relaxed) < time }

  private func setRank(_ expected: Expected) {
    storedRank.store(expected.rawValue << 48 + Connections.now, ordering: .relaxed)
  }
}

/// The open connections, with their limits and deadlines.
///
/// libmicrohttpd only measures silence: a client that sends a byte now and then
/// could keep a connection for ever. So each connection has one deadline, which
/// is moved when a head, a body or an answer is complete, and not by single
/// bytes.
final class Connections: Sendable {
  /// The number of connections, beyond the limit, that may wait for their
  /// workers to close them.
  static let mostClosing = 64

  private struct Open {
    var byDescriptor: [Int32: Connection] = [:]
    /// Those that were closed to make room, until their workers have noticed.
    var closing: Set<Int32> = []
    var clients: [ClientAddress: Client] = [:]
  }

  /// A client whose connections are limited.
  private struct Client {
    var connections: [Int32: Connection] = [:]
    let sending: OutstandingBytes
  }

  private let configuration: Configuration
  private let open = Mutex(Open())
  private let storedLastArrival = Atomic<Int>(0)

  init(_ configuration: Configuration) {
    self.configuration = configuration
  }

  private var limits: Limits { configuration.limits }

  var count: Int { open.withLock(\.byDescriptor.count) }

  /// A monotonic time in milliseconds, cheap to read.
  static var now: Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC_COARSE, &time)
    return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
  }

  /// The time at which a client last connected or began a request.
  var lastArrival: Int { storedLastArrival.load(ordering: .relaxed) }

  /// Records that a client begins a request.
  func noteArrival() { storedLastArrival.store(Self.now, ordering: .relaxed) }

  /// Returns true while a server that stops has to expect requests that were
  /// sent before it closed its connections.
  ///
  /// Bytes that have reached the socket need a moment to be read. A client that
  /// has just connected, or asks often, has the next request on the way.
  ///
  /// - Parameter start: The time at which the server began to stop.
  func expectsRequests(at now: Int, stoppingSince start: Int) -> Bool {
    guard count > 0 else { return false }
    let elapsed = now - start
    return elapsed < 50 || (elapsed < 200 && now - lastArrival < 200)
  }

  /// Registers a new connection if the limits allow it. When all places are
  /// taken, a connection of the client with the most of them is closed for it.
  ///
  /// Only the acceptor calls it. The workers learn of a connection too late: a
  /// burst would get past the limit.
  func admit(_ descriptor: Int32, from address: ClientAddress) -> Bool {
    noteArrival()
    return open.withLock { open in
      // The number of a new socket belongs to nobody else any more, though
      // libmicrohttpd does not report each socket that it closes.
      remove(descriptor, from: &open)
      let network = network(of: address)
      let own = network.flatMap { open.clients[$0]?.connections.count } ?? 0
      guard network == nil || own < limits.connectionsPerClient else { return false }
      if open.byDescriptor.count - open.closing.count >= limits.connections {
        guard open.closing.count < Self.mostClosing,
          let closed = candidate(among: open.clients, above: own)
        else { return false }
        close(closed, in: &open)
      }
      var client = network.map {
        open.clients[$0] ?? Client(sending: OutstandingBytes(limit: limits.sendingBytesPerClient))
      }
      let connection = Connection(
        descriptor: descriptor, address: address, certificate: configuration.certificate,
        sending: client?.sending, deadline: Self.now + limits.headSeconds * 1000)
      open.byDescriptor[descriptor] = connection
      client?.connections[descriptor] = connection
      if let network { open.clients[network] = client }
      return true
    }
  }

  /// Returns the key that connections are counted by; `nil` for proxies, each
  /// of which has many clients, and for Unix sockets, which only proxies use.
  private func network(of address: ClientAddress) -> ClientAddress? {
    address == .local || configuration.trustedProxies.contains(address) ? nil : address.network
  }

  /// Returns the connection to close first: the lowest rank of the client that
  /// has most connections.
  ///
  /// - Parameter own: The number of connections of the new client. Clients that
  ///   have no more than that lose none.
  private func candidate(among clients: [ClientAddress: Client], above own: Int) -> Connection? {
    clients.values.filter { $0.connections.count > own }
      .sorted { $0.connections.count > $1.connections.count }
      .lazy.compactMap { client in
        client.connections.values.map { (connection: $0, rank: $0.rank) }
          .filter { $0.rank < .max }.min { $0.rank < $1.rank }?.connection
      }
      .first
  }

  /// Closes a connection. Its worker finds it at its end, and removes it.
  private func close(_ connection: Connection, in open: inout Open) {
    discount(connection, in: &open)
    open.closing.insert(connection.descriptor)
    shutdown(connection.descriptor, Int32(SHUT_RDWR))
  }

  /// Returns a registered connection.
  func connection(at descriptor: Int32) -> Connection? {
    open.withLock { $0.byDescriptor[descriptor] }
  }

  /// Removes a connection. To be called before its socket is closed, since the
  /// next one may get the same number.
  func remove(_ descriptor: Int32) {
    open.withLock { remove(descriptor, from: &$0) }
  }

  private func remove(_ descriptor: Int32, from open: inout Open) {
    guard let connection = open.byDescriptor.removeValue(forKey: descriptor) else { return }
    if open.closing.remove(descriptor) == nil { discount(connection, in: &open) }
  }

  private func discount(_ connection: Connection, in open: inout Open) {
    guard let network = network(of: connection.address) else { return }
    open.clients[network]?.connections[connection.descriptor] = nil
    if open.clients[network]?.connections.isEmpty == true { open.clients[network] = nil }
  }

  /// Closes the connections whose deadline has passed.
  func endOverdue() {
    let now = Self.now
    open.withLock { open in
      for connection in open.byDescriptor.values.filter({ $0.isOverdue(at: now) }) {
        if connection.isStarted {
          // Its worker finds it at its end.
          shutdown(connection.descriptor, Int32(SHUT_RDWR))
        } else {
          // libmicrohttpd had no memory for it and has closed the socket: the
          // number may be somebody else's.
          remove(connection.descriptor, from: &open)
        }
      }
    }
  }
}
