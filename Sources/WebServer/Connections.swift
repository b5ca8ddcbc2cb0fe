import Glibc
import Synchronization

/// One open connection: whose it is, and until when it has to have got on.
final class Connection: Sendable {
  let descriptor: Int32
  let address: ClientAddress
  /// What is shown to the client; `nil` on a plain connection.
  let certificate: Certificate?
  /// What is on its way to the client, on all of its connections; `nil` where
  /// that is not limited.
  let sending: SendingCount?
  /// In milliseconds of `Connections.now`.
  private let deadline: Atomic<Int>

  init(
    descriptor: Int32, address: ClientAddress, certificate: Certificate?,
    sending: SendingCount?, deadline: Int
  ) {
    self.descriptor = descriptor
    self.address = address
    self.certificate = certificate
    self.sending = sending
    self.deadline = Atomic(deadline)
  }

  /// From now on it has so long, in milliseconds.
  func allow(_ milliseconds: Int) {
    deadline.store(Connections.now + milliseconds, ordering: .relaxed)
  }

  /// It has so long, in milliseconds, if it had not less already.
  func allowAtMost(_ milliseconds: Int) {
    let new = Connections.now + milliseconds
    if new < deadline.load(ordering: .relaxed) { deadline.store(new, ordering: .relaxed) }
  }

  /// It is our turn: it may take as long as we do.
  func allowForever() { deadline.store(.max, ordering: .relaxed) }

  func isOverdue(at time: Int) -> Bool { deadline.load(ordering: .relaxed) < time }
}

/// The connections that are open: how many there are, whose they are, and
/// which of them take too long.
///
/// libmicrohttpd knows silence only: whoever sends a byte now and then could
/// keep a connection for ever. So each has one deadline, which is set anew
/// when a head, a body or an answer is through, and not by single bytes.
final class Connections: Sendable {
  private struct Open {
    var byDescriptor: [Int32: Connection] = [:]
    var clients: [ClientAddress: Client] = [:]
  }

  /// Who has connections that are counted.
  private struct Client {
    var connections = 0
    let sending: SendingCount
  }

  private let configuration: Configuration
  private let open = Mutex(Open())

  init(_ configuration: Configuration) {
    self.configuration = configuration
  }

  private var limits: Limits { configuration.limits }

  var count: Int { open.withLock(\.byDescriptor.count) }

  /// Milliseconds since some moment. They never go back, and cost little.
  static var now: Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC_COARSE, &time)
    return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
  }

  /// Counts a new connection in, unless there are as many as there may be.
  ///
  /// Only the acceptor calls it. The workers learn of a connection too late: a
  /// burst would get past the limit.
  func admit(_ descriptor: Int32, from address: ClientAddress) -> Bool {
    open.withLock { open in
      guard open.byDescriptor.count < limits.connections else { return false }
      var client: Client?
      // A proxy has many clients, and a Unix socket only proxies.
      if isCounted(address) {
        var counted =
          open.clients[address.network]
          ?? Client(sending: SendingCount(limit: limits.sendingBytesPerClient))
        guard counted.connections < limits.connectionsPerClient else { return false }
        counted.connections += 1
        open.clients[address.network] = counted
        client = counted
      }
      open.byDescriptor[descriptor] = Connection(
        descriptor: descriptor, address: address, certificate: configuration.certificate,
        sending: client?.sending, deadline: Self.now + limits.headSeconds * 1000)
      return true
    }
  }

  private func isCounted(_ address: ClientAddress) -> Bool {
    address != .local && !configuration.trustedProxies.contains(address)
  }

  /// An admitted connection.
  func connection(at descriptor: Int32) -> Connection? {
    open.withLock { $0.byDescriptor[descriptor] }
  }

  /// Counts a connection out. To be called before its socket is closed, since
  /// the next one may get the same number.
  func remove(_ descriptor: Int32) {
    open.withLock { open in
      guard let connection = open.byDescriptor.removeValue(forKey: descriptor),
        isCounted(connection.address)
      else { return }
      let network = connection.address.network
      guard var client = open.clients[network] else { return }
      client.connections -= 1
      open.clients[network] = client.connections > 0 ? client : nil
    }
  }

  /// Ends the connections that take too long. Their workers find them at their
  /// end, and close them.
  func endOverdue() {
    let now = Self.now
    open.withLock { open in
      for (descriptor, connection) in open.byDescriptor where connection.isOverdue(at: now) {
        shutdown(descriptor, Int32(SHUT_RDWR))
      }
    }
  }
}
