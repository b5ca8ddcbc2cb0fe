import Glibc

/// A client with many streams on one thread, which records when events arrive.
final class StreamClient {
  private struct Stream {
    let connection: Connection
    var isOpen = false
    var hasEvent = false
  }

  private let port: Int
  private var streams: [Stream] = []
  private var polled: [pollfd] = []
  private var isExpecting = false
  private var buffer = [UInt8](repeating: 0, count: 65_536)
  /// The number of streams that have begun.
  private(set) var opened = 0
  /// The number of streams with an event.
  private(set) var notified = 0
  /// The number of closed streams.
  private(set) var ended = 0
  /// The number of streams that ended with a `retry` field.
  private(set) var retries = 0
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

  /// Starts recording the first event of each stream.
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
          "timeout: \(opened) streams opened, \(notified) with an event, \(ended) ended")
      }
      try receive(timeout: 50)
    }
  }

  private func receive(timeout: Int32) throws {
    guard poll(&polled, nfds_t(polled.count), timeout) >= 0 || errno == EINTR else {
      throw Failure("polling failed")
    }
    for index in polled.indices where polled[index].revents != 0 { receive(index) }
  }

  private func receive(_ index: Int) {
    let count = recv(polled[index].fd, &buffer, buffer.count - 1, 0)
    guard count > 0 else {
      if count == 0 || errno != EAGAIN {
        ended += 1
        // poll() ignores negative descriptors.
        polled[index].fd = -1
      }
      return
    }
    buffer[count] = 0
    received += count
    func contains(_ wanted: StaticString) -> Bool {
      buffer.withUnsafeBufferPointer { bytes in
        bytes.withMemoryRebound(to: CChar.self) { text in
          text.baseAddress.map { strstr($0, "\(wanted)") != nil } ?? false
        }
      }
    }
    // Streams begin with a retry field, and end with one when the server stops.
    if contains("retry: ") {
      if streams[index].isOpen { retries += 1 } else { opened += 1 }
      streams[index].isOpen = true
    }
    if isExpecting, !streams[index].hasEvent, contains("event: patch") {
      streams[index].hasEvent = true
      notified += 1
      arrivals.append(.now)
    }
  }
}
