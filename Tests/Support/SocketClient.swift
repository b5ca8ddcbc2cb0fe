import Glibc

/// A TCP connection to a local server, for tests that specify exactly which
/// bytes are sent.
///
/// It polls instead of blocking, because a waiting test must not occupy one of
/// the few threads on which the server's tasks run.
public actor SocketClient {
  private let descriptor: Int32
  private let timeout: Duration
  /// The bytes that were received and not yet returned.
  private var received: [UInt8] = []
  private var isAtEnd = false

  /// Connects to a port of 127.0.0.1.
  ///
  /// - Parameters:
  ///   - source: The address to connect from, such as 127.0.0.2 to simulate
  ///     another client.
  ///   - receiveBuffer: The size of the kernel's receive buffer in bytes; `nil`
  ///     for the default.
  ///   - timeout: The maximum duration of each call.
  public init(
    port: Int, source: String? = nil, receiveBuffer: Int32? = nil, timeout: Duration = .seconds(180)
  ) throws {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw SocketClientError.system("socket", errno) }
    self.descriptor = descriptor
    self.timeout = timeout
    if let receiveBuffer { setReceiveBuffer(receiveBuffer) }
    if let source {
      let bound = Self.withAddress(source, port: 0) { Glibc.bind(descriptor, $0, $1) }
      guard bound == 0 else { throw SocketClientError.system("bind", errno) }
    }
    let connected = Self.withAddress("127.0.0.1", port: port) { connect(descriptor, $0, $1) }
    // `deinit` closes the descriptor, also if `init` throws.
    guard connected == 0 else { throw SocketClientError.system("connect", errno) }
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
  }

  /// Sets the size of the kernel's receive buffer in bytes. A sender to a small one waits for
  /// its timers again and again.
  public nonisolated func setReceiveBuffer(_ size: Int32) {
    var size = size
    setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
  }

  private static func withAddress(
    _ host: String, port: Int, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) -> Int32 {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = inet_addr(host)
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
  }

  /// Connects to a Unix socket.
  public init(path: String, timeout: Duration = .seconds(180)) throws {
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw SocketClientError.system("socket", errno) }
    self.descriptor = descriptor
    self.timeout = timeout
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let connected = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard connected == 0 else { throw SocketClientError.system("connect", errno) }
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
  }

  deinit {
    Glibc.close(descriptor)
  }

  /// Sends text, one byte for each Unicode scalar. All scalars must be below
  /// 256.
  public func send(_ text: String) async throws {
    try await send(text.unicodeScalars.map { UInt8($0.value) })
  }

  /// Sends bytes.
  ///
  /// - Throws: `SocketClientError.timeout` if the server does not accept all of
  ///   them in time.
  public func send(_ bytes: [UInt8]) async throws {
    var rest = bytes[...]
    let deadline = ContinuousClock.now + timeout
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else {
        try await pause(after: "send", until: deadline)
      }
    }
  }

  /// Closes the sending side of the connection.
  public func finishSending() {
    shutdown(descriptor, Int32(SHUT_WR))
  }

  /// Resets the connection when the client is released, like a client that is
  /// killed with unread data.
  public func resetAtEnd() {
    var option = linger(l_onoff: 1, l_linger: 0)
    setsockopt(
      descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
  }

  /// Waits for a complete response.
  ///
  /// - Parameter method: The method of the request. A response to `HEAD` has no
  ///   body.
  public func receiveResponse(to method: String = "GET") async throws -> SocketResponse {
    let deadline = ContinuousClock.now + timeout
    while true {
      if let found = try SocketResponse.parse(received[...], to: method, isAtEnd: isAtEnd) {
        received.removeFirst(found.count)
        return found.response
      }
      guard !isAtEnd else { throw SocketClientError.closed(after: received) }
      try await receiveMore(until: deadline)
    }
  }

  /// Waits for a text, and returns everything up to its end.
  public func receive(through text: String) async throws -> String {
    let deadline = ContinuousClock.now + timeout
    let wanted = Array(text.utf8)
    // Do not search the same bytes again.
    var start = 0
    while true {
      if let range = received[start...].firstRange(of: wanted) {
        defer { received.removeFirst(range.upperBound) }
        return String(decoding: received[..<range.upperBound], as: UTF8.self)
      }
      start = max(0, received.count - wanted.count)
      guard !isAtEnd else { throw SocketClientError.closed(after: received) }
      try await receiveMore(until: deadline)
    }
  }

  /// Waits until the server closes the connection, and returns all remaining
  /// bytes.
  public func receiveToEnd() async throws -> [UInt8] {
    let deadline = ContinuousClock.now + timeout
    while !isAtEnd { try await receiveMore(until: deadline) }
    defer { received = [] }
    return received
  }

  private func receiveMore(until deadline: ContinuousClock.Instant) async throws {
    var buffer = [UInt8](repeating: 0, count: 64 * 1024)
    let count = recv(descriptor, &buffer, buffer.count, 0)
    if count > 0 {
      received += buffer[..<count]
    } else if count == 0 || errno == ECONNRESET {
      isAtEnd = true
    } else {
      try await pause(after: "receive", until: deadline)
    }
  }

  private func pause(
    after call: String, until deadline: ContinuousClock.Instant
  ) async throws {
    guard errno == EAGAIN || errno == EINTR else { throw SocketClientError.system(call, errno) }
    guard ContinuousClock.now < deadline else { throw SocketClientError.timeout(after: received) }
    try await Task.sleep(for: .milliseconds(2))
  }
}
