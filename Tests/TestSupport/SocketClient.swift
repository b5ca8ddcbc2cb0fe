import Glibc

/// A TCP connection to a server on this machine, for tests that need to say
/// exactly which bytes are sent.
///
/// It polls instead of waiting in the kernel: a test that waits must not take
/// one of the few threads that the server's own tasks run on.
public actor SocketClient {
  private let descriptor: Int32
  private let timeout: Duration
  /// What was received and not yet returned.
  private var received: [UInt8] = []
  private var isAtEnd = false

  /// Connects to a port of 127.0.0.1.
  ///
  /// - Parameters:
  ///   - source: The address to connect from, such as 127.0.0.2 to be another
  ///     client.
  ///   - receiveBuffer: how many bytes the kernel may keep for a client that
  ///     does not read; its own choice where absent.
  ///   - timeout: how long each call waits before it throws.
  public init(
    port: Int, source: String? = nil, receiveBuffer: Int32? = nil, timeout: Duration = .seconds(180)
  ) throws {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw SocketClientError.system("socket", errno) }
    self.descriptor = descriptor
    self.timeout = timeout
    if var size = receiveBuffer {
      let length = socklen_t(MemoryLayout<Int32>.size)
      setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, length)
    }
    if let source {
      let bound = Self.withAddress(source, port: 0) { Glibc.bind(descriptor, $0, $1) }
      guard bound == 0 else { throw SocketClientError.system("bind", errno) }
    }
    let connected = Self.withAddress("127.0.0.1", port: port) { connect(descriptor, $0, $1) }
    // The descriptor is closed by `deinit`, which runs where `init` throws, too.
    guard connected == 0 else { throw SocketClientError.system("connect", errno) }
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
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

  /// Sends text, one byte for each of its scalars, all of which must be
  /// below 256.
  public func send(_ text: String) async throws {
    try await send(text.unicodeScalars.map { UInt8($0.value) })
  }

  /// Sends bytes; throws where the server does not take them all.
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

  /// Says that nothing more will be sent.
  public func finishSending() {
    shutdown(descriptor, Int32(SHUT_WR))
  }

  /// Has the connection reset when the client is released, as if the client had
  /// been killed with unread data.
  public func resetAtEnd() {
    var option = linger(l_onoff: 1, l_linger: 0)
    setsockopt(
      descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
  }

  /// Waits for one whole response.
  ///
  /// - Parameter method: that of the request; there is no body after `HEAD`.
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

  /// Waits until what was received contains a text, and returns all up to
  /// the end of it.
  public func receive(through text: String) async throws -> String {
    let deadline = ContinuousClock.now + timeout
    let wanted = Array(text.utf8)
    // What was searched before is not searched again.
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

  /// Waits until the server closes the connection, and returns everything
  /// that came before.
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
