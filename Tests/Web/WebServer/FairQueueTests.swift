import Testing

@testable import WebServer

/// The order in which networks are served.
@Suite struct FairQueueTests {
  private func client(_ digits: String) throws -> ClientAddress {
    try #require(ClientAddress(digits))
  }

  /// Removes all elements.
  private func all(of queue: inout FairQueue<String>) -> [String] {
    var taken: [String] = []
    while let next = queue.next() { taken.append(next) }
    return taken
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// The clients that add an element each, with their ranks.
    let clients: [(address: String, rank: Int)]
    let order: [String]
    var refused: [String?] = []
  }

  @Test(arguments: [
    Row(
      testDescription: "elements of one client are in order",
      clients: [("192.0.2.1", 0), ("192.0.2.1", 0)], order: ["0", "1"]),
    Row(
      testDescription: "networks take turns",
      clients: [("192.0.2.1", 0), ("192.0.2.2", 0), ("192.0.2.3", 0), ("198.51.100.1", 0)],
      order: ["0", "3", "1", "2"]),
    Row(
      testDescription: "a /48 is one network",
      clients: [("2001:db8::1", 0), ("2001:db8:0:1::1", 0), ("2001:db8:1::1", 0)],
      order: ["0", "2", "1"]),
    Row(
      testDescription: "elements of a lower rank come first",
      clients: [("192.0.2.1", 2), ("198.51.100.1", 1), ("203.0.113.1", 0)], order: ["2", "1", "0"]),
    Row(
      testDescription: "a client has a limited number of elements",
      clients: [("192.0.2.1", 0), ("192.0.2.1", 0), ("192.0.2.1", 0), ("192.0.2.2", 0)],
      order: ["0", "1", "3"], refused: [nil, nil, "2", nil]),
    Row(
      testDescription: "an element of a lower rank replaces another one of its client",
      clients: [("192.0.2.1", 1), ("192.0.2.1", 1), ("192.0.2.1", 0), ("192.0.2.1", 1)],
      order: ["2", "0"], refused: [nil, nil, "1", "3"]),
    Row(
      testDescription: "a full queue admits another network",
      clients: [
        ("192.0.2.1", 0), ("192.0.2.2", 0), ("192.0.2.3", 0), ("192.0.2.3", 0),
        ("198.51.100.1", 0),
      ],
      order: ["0", "4", "1", "2"], refused: [nil, nil, nil, nil, "3"]),
    Row(
      testDescription: "a full queue admits a neighbour of a lower rank",
      clients: [
        ("192.0.2.1", 0), ("192.0.2.2", 1), ("192.0.2.3", 0), ("192.0.2.4", 0), ("192.0.2.5", 0),
      ],
      order: ["0", "2", "3", "4"], refused: [nil, nil, nil, nil, "1"]),
    Row(
      testDescription: "a full queue rejects the network that fills it",
      clients: [
        ("192.0.2.1", 0), ("192.0.2.2", 0), ("192.0.2.3", 0), ("192.0.2.4", 0), ("192.0.2.4", 0),
      ],
      order: ["0", "1", "2", "3"], refused: [nil, nil, nil, nil, "4"]),
  ])
  func `Networks take turns in a bounded queue`(_ row: Row) throws {
    var queue = FairQueue<String>(capacity: 4, perClient: 2)
    let refused = try row.clients.enumerated().map { number, client in
      queue.append("\(number)", from: try self.client(client.address), rank: client.rank)
    }
    #expect(all(of: &queue) == row.order)
    #expect(refused == (row.refused.isEmpty ? row.clients.map { _ in nil } : row.refused))
  }

  @Test func `A failure delays the client's other elements`() throws {
    var queue = FairQueue<String>(capacity: 16)
    let (one, other) = (try client("192.0.2.1"), try client("192.0.2.2"))
    for name in ["a", "b"] { _ = queue.append(name, from: one, rank: 0) }
    _ = queue.append("c", from: other, rank: 0)
    #expect(queue.next() == "a")
    queue.delay(one)
    #expect(all(of: &queue) == ["c", "b"])
    // Removed elements do not count.
    for _ in 0..<8 { #expect(queue.append("d", from: one, rank: 0) == nil) }
    #expect(queue.append("e", from: one, rank: 0) == "e")
  }
}
