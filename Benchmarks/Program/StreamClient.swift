import Glibc

/// Many streams on one thread: it counts what comes, and notes when.
final class StreamClient {
  private struct Stream {
    let connection: Connection
    var isGreeted = false
    var hasHeard = false
  }

  private let port: Int
  private var streams: [Stream] = []
  private var polled: [pollfd] = []
  private var isExpecting = false
  private var buffer = [UInt8](repeating: 0, count: 65_536)
  private(set) var greeted = 0
  private(set) var heard = 0
  private(set) var ended = 0
  private(set) var farewells = 0
  private(set) var received = 0
  private(set) var arrivals: [ContinuousClock.Instant] = []

  init(port: Int) {
    self.port = port
  }

  func open(_ target: String) throws {
    let connection = try Connection(port: port, source: UInt8(1 + streams.count % 200))
    try connection.send("GET \(target) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n")
    _ = fcntl(connection.descriptor, F_SETFL, O_NONBLOCK)
    polled.append(pollfd(fd: connection.descriptor, events: Int16(POLLIN), revents: 0))
    streams.append(Stream(connection: connection))
  }

  /// From now on the first event of each stream counts.
  func expectEvents() {
    isExpecting = true
    received = 0
  }

  func close(_ count: Int) {
    streams.removeFirst(count)
    polled.removeFirst(count)
  }

  func read(until isDone: () -> Bool, seconds: Int) throws {
    let deadline = ContinuousClock.now + .seconds(seconds)
    while !isDone() {
      guard ContinuousClock.now < deadline else {
        throw Failure(
          "it takes too long: \(greeted) greeted, \(heard) heard, \(ended) ended")
      }
      try take(timeout: 50)
    }
  }

  private func take(timeout: Int32) throws {
    guard poll(&polled, nfds_t(polled.count), timeout) >= 0 || errno == EINTR else {
      throw Failure("polling failed")
    }
    for index in polled.indices where polled[index].revents != 0 { take(index) }
  }

  private func take(_ index: Int) {
    let count = recv(polled[index].fd, &buffer, buffer.count - 1, 0)
    guard count > 0 else {
      if count == 0 || errno != EAGAIN {
        ended += 1
        // poll() leaves out what is below zero.
        polled[index].fd = -1
      }
      return
    }
    buffer[count] = 0
    received += count
    func holds(_ wanted: StaticString) -> Bool {
      buffer.withUnsafeBufferPointer { bytes in
        bytes.withMemoryRebound(to: CChar.self) { text in
          text.baseAddress.map { strstr($0, "\(wanted)") != nil } ?? false
        }
      }
    }
    if holds("retry: ") {
      if streams[index].isGreeted { farewells += 1 } else { greeted += 1 }
      streams[index].isGreeted = true
    }
    if isExpecting, !streams[index].hasHeard, holds("event: patch") {
      streams[index].hasHeard = true
      heard += 1
      arrivals.append(.now)
    }
  }
}
