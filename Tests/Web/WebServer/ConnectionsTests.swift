import Glibc
import Logging
import TestSupport
import Testing

@testable import WebServer

/// Limits on connections, deadlines and eviction.
@Suite("Connections")
struct ConnectionsTests {
  @Test func `A connection with a reused descriptor counts once`() throws {
    let connections = connections { $0.connectionsPerClient = 2 }
    let client = try #require(ClientAddress("192.0.2.1"))
    for _ in 0..<5 { #expect(connections.admit(1_000_000, from: client)) }
    #expect(connections.count == 1)
    connections.remove(1_000_000)
    #expect(connections.count == 0)
    #expect(connections.admit(1_000_000, from: client))
    #expect(connections.admit(1_000_001, from: client))
    #expect(!connections.admit(1_000_002, from: client))
  }

  /// libmicrohttpd closes a socket silently when it has no memory for it.
  @Test func `An expired connection that never started is removed`() throws {
    let pair = try SocketPair()
    let connections = connections { $0.headSeconds = -1 }
    #expect(connections.admit(pair.ours, from: try #require(ClientAddress("192.0.2.1"))))
    connections.closeExpired()
    #expect(connections.count == 0)
    #expect(!pair.isShutDown)
  }

  @Test func `An expired connection is shut down and stays registered until it is removed`() throws
  {
    let pair = try SocketPair()
    let connections = connections { $0.headSeconds = -1 }
    #expect(connections.admit(pair.ours, from: try #require(ClientAddress("192.0.2.1"))))
    connections.connection(at: pair.ours)?.start()
    connections.closeExpired()
    #expect(connections.count == 1)
    #expect(pair.isShutDown)
  }

  enum State: CaseIterable {
    case unstarted, fresh, idle, body, working, sending
  }

  struct Row: CustomTestStringConvertible, Sendable {
    var name: String
    /// The states of the connections of each client, oldest first.
    var open: [[State]]
    /// The index of the client that opens another connection.
    var newcomer: Int
    /// The indices of the client and the connection that are evicted; `nil` if
    /// the new connection is refused.
    var evicted: [Int]?
    var testDescription: String { name }
  }

  @Test(arguments: [
    Row(name: "the oldest", open: [[.fresh, .fresh]], newcomer: 1, evicted: [0, 0]),
    Row(name: "not of the same client", open: [[.fresh, .fresh]], newcomer: 0, evicted: nil),
    Row(
      name: "of the client with most connections", open: [[.fresh], [.fresh, .fresh]], newcomer: 2,
      evicted: [1, 0]),
    Row(
      name: "one without a request before an idle one", open: [[.idle, .fresh, .body]],
      newcomer: 1, evicted: [0, 1]),
    Row(
      name: "an idle one before one with an incomplete body", open: [[.body, .idle]], newcomer: 1,
      evicted: [0, 1]),
    Row(
      name: "one with an incomplete body", open: [[.working, .body, .sending]], newcomer: 1,
      evicted: [0, 1]),
    Row(
      name: "none that is working, sending or not started",
      open: [[.working, .sending, .unstarted]], newcomer: 1, evicted: nil),
    Row(
      name: "of the next client if those of the first are working",
      open: [[.working, .working, .working], [.fresh, .idle]], newcomer: 2, evicted: [1, 0]),
    Row(
      name: "none of a client without more connections than the newcomer",
      open: [[.working, .working], [.fresh], [.fresh]], newcomer: 1, evicted: nil),
  ])
  func `At the limit a new connection evicts another one`(_ row: Row) throws {
    let clients = try (0...row.open.count).map { try #require(ClientAddress("192.0.2.\($0 + 1)")) }
    let connections = connections { $0.connections = row.open.joined().count }
    var pairs: [[SocketPair]] = []
    for (client, states) in zip(clients, row.open) {
      pairs.append([])
      for state in states {
        let pair = try SocketPair()
        #expect(connections.admit(pair.ours, from: client))
        let connection = try #require(connections.connection(at: pair.ours))
        put(connection, into: state)
        pairs[pairs.count - 1].append(pair)
        // Longer than the resolution of the coarse clock.
        usleep(20_000)
      }
    }
    let new = try SocketPair()
    #expect(connections.admit(new.ours, from: clients[row.newcomer]) == (row.evicted != nil))
    for (client, pairs) in pairs.enumerated() {
      for (index, pair) in pairs.enumerated() {
        #expect(pair.isShutDown == (row.evicted == [client, index]), "\(client), \(index)")
      }
    }
  }

  @Test func `The number of closing connections is limited`() throws {
    let connections = connections { $0.connections = 100 }
    var pairs: [SocketPair] = []
    func admit(_ address: String) throws -> Bool {
      let pair = try SocketPair()
      pairs.append(pair)
      let isAdmitted = connections.admit(pair.ours, from: try #require(ClientAddress(address)))
      connections.connection(at: pair.ours)?.start()
      return isAdmitted
    }
    for _ in 0..<100 { #expect(try admit("192.0.2.1")) }
    for number in 0..<Connections.maximumClosing { #expect(try admit("198.51.100.\(number)")) }
    #expect(try admit("203.0.113.1") == false)
    // The workers close the evicted connections.
    for pair in pairs where pair.isShutDown { connections.remove(pair.ours) }
    #expect(connections.count == 100)
    #expect(try admit("203.0.113.1"))
  }

  @Test func `New connections evict idle ones of other clients`() async throws {
    try await withServer(answering: "now") {
      $0.limits.connections = 40
      $0.limits.connectionsPerClient = 10
    } _: { server in
      var idle: [SocketClient] = []
      for number in 0..<40 {
        // A connection that its worker has not started yet cannot be evicted.
        let client = try SocketClient(port: server.port, source: "127.0.0.\(2 + number / 10)")
        try await client.send(get("/"))
        #expect(try await client.receiveResponse().status == 200)
        idle.append(client)
      }
      #expect(server.openConnections == 40)
      for _ in 0..<3 {
        #expect(try await response(to: get("/"), from: server).status == 200)
      }
      var active: [SocketClient] = []
      for _ in 0..<5 {
        active.append(try SocketClient(port: server.port))
        try await active[active.count - 1].send(get("/"))
        #expect(try await active[active.count - 1].receiveResponse().status == 200)
      }
      try await eventually { server.openConnections <= 40 }
      _ = idle
    }
  }

  @Test(arguments: [
    // The times since the stop and since the last request, in milliseconds.
    (0, 60_000, false, true), (9, 60_000, false, true), (10, 60_000, false, false),
    (10, 60_000, true, true), (49, 60_000, true, true), (50, 60_000, true, false),
    (50, 199, false, true), (50, 200, false, false),
    (199, 0, false, true), (200, 0, true, false), (200, 200, false, false),
  ])
  func `A stopping server waits for requests that are already sent`(
    elapsed: Int, sinceArrival: Int, hasUnreadBytes: Bool, isExpected: Bool
  ) throws {
    let connections = connections { _ in }
    let sockets = try SocketPair()
    if hasUnreadBytes { sockets.receive(1) }
    let before = Connections.now
    #expect(connections.admit(sockets.ours, from: try #require(ClientAddress("192.0.2.1"))))
    let arrival = connections.lastArrival
    #expect(arrival >= before)
    let now = arrival + sinceArrival
    func mayReceiveRequests() -> Bool {
      connections.mayReceiveRequests(at: now, stoppingSince: now - elapsed)
    }
    #expect(mayReceiveRequests() == isExpected)
    // Without connections there can be none.
    connections.remove(sockets.ours)
    #expect(!mayReceiveRequests())
  }

  private func connections(_ configure: (inout Limits) -> Void) -> Connections {
    var configuration = Configuration.test
    configure(&configuration.limits)
    return Connections(configuration)
  }

  private func put(_ connection: Connection, into state: State) {
    guard state != .unstarted else { return }
    connection.start()
    switch state {
    case .unstarted, .fresh: break
    case .idle: connection.expect(.nextHead, within: 600_000)
    case .body: connection.expect(.body, within: 600_000)
    case .working: connection.clearDeadline()
    case .sending: connection.startSendTimeout(600_000)
    }
  }
}

/// Two sockets that are connected to each other.
private final class SocketPair {
  let ours: Int32
  private let theirs: Int32

  init() throws {
    var ends: [Int32] = [-1, -1]
    guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0 else {
      throw SystemError(doing: "create a pair of sockets")
    }
    (ours, theirs) = (ends[0], ends[1])
  }

  deinit {
    close(ours)
    close(theirs)
  }

  /// Sends a byte from the other end.
  func receive(_ byte: UInt8) {
    var byte = byte
    send(theirs, &byte, 1, 0)
  }

  /// True if the connection was shut down, as seen from the other end.
  var isShutDown: Bool {
    var byte: UInt8 = 0
    return recv(theirs, &byte, 1, Int32(MSG_DONTWAIT)) == 0
  }
}
