import Glibc
import TestSupport
import Testing

@testable import WebServer

@Suite("Balance")
struct BalanceTests {
  @Test(arguments: [1, 2, 3]) func `A burst of connections is spread evenly`(
    workers: Int
  ) async throws {
    try await withServer {
      $0.workers = workers
    } handler: { _ in
      .now(.text("\(pthread_self())"))
    } _: { server in
      // All connections are open before the first request.
      let clients = try (0..<30).map { _ in try SocketClient(port: server.port) }
      try await eventually { server.openConnections == 30 }
      var connections: [String: Int] = [:]
      for client in clients {
        try await client.send(get("/"))
        let thread = try await client.receiveResponse().text
        connections[thread, default: 0] += 1
        // The worker of a connection does not change.
        try await client.send(get("/"))
        #expect(try await client.receiveResponse().text == thread)
      }
      #expect(connections.values.sorted() == Array(repeating: 30 / workers, count: workers))
    }
  }
}
