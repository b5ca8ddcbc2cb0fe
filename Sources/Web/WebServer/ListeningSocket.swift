import Glibc

/// Functions that open listening sockets.
enum ListeningSocket {
  /// Opens a listening socket.
  ///
  /// - Returns: the descriptor, which the caller has to close.
  static func open(_ endpoint: Endpoint) throws(SystemError) -> Int32 {
    switch endpoint {
    case .address(let host, let port): try listen(host: host, port: port)
    case .socket(let path): try listen(path: path)
    case .inherited(let descriptor): try adopt(descriptor)
    }
  }

  /// Returns the port that a socket listens on; 0 for a Unix socket.
  static func port(of listening: Int32) throws(SystemError) -> Int {
    let (result, address, _) = sockaddr_storage.stored { getsockname(listening, $0, $1) }
    guard result == 0 else { throw SystemError(doing: "read the port of the socket") }
    return [AF_INET, AF_INET6].contains(Int32(address.ss_family)) ? Int(address.port) : 0
  }

  private static func listen(host: String, port: Int) throws(SystemError) -> Int32 {
    let attempt = "listen on \(host) port \(port)"
    var hints = addrinfo()
    hints.ai_family = AF_UNSPEC
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV
    var found: UnsafeMutablePointer<addrinfo>?
    let result = getaddrinfo(host, String(port), &hints, &found)
    guard result == 0, let first = found else {
      throw SystemError(
        code: EADDRNOTAVAIL, doing: attempt, because: String(cString: gai_strerror(result)))
    }
    defer { freeaddrinfo(first) }
    var error = SystemError(code: EADDRNOTAVAIL, doing: attempt)
    var candidate: UnsafeMutablePointer<addrinfo>? = first
    // A host name may have addresses of a family that is disabled on this host.
    while let address = candidate?.pointee {
      do throws(SystemError) {
        return try listen(address, attempt: attempt)
      } catch let failure {
        error = failure
      }
      candidate = address.ai_next
    }
    throw error
  }

  private static func listen(_ address: addrinfo, attempt: String) throws(SystemError) -> Int32 {
    let type = address.ai_socktype | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
    let descriptor = socket(address.ai_family, type, address.ai_protocol)
    guard descriptor >= 0 else { throw SystemError(doing: attempt) }
    var on: Int32 = 1
    // Without this, binding fails after a restart until the old connections have
    // left TIME_WAIT.
    guard
      setsockopt(
        descriptor, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<Int32>.size)) == 0,
      bind(descriptor, address.ai_addr, address.ai_addrlen) == 0,
      Glibc.listen(descriptor, SOMAXCONN) == 0
    else {
      let error = SystemError(doing: attempt)
      close(descriptor)
      throw error
    }
    return descriptor
  }

  /// Creates a Unix socket with mode 660.
  private static func listen(path: String) throws(SystemError) -> Int32 {
    let attempt = "listen on the socket \(path)"
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let room = MemoryLayout.size(ofValue: address.sun_path)
    guard path.utf8.count < room, !path.isEmpty else {
      throw SystemError(code: ENAMETOOLONG, doing: attempt)
    }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let descriptor = socket(
      AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
    guard descriptor >= 0 else { throw SystemError(doing: attempt) }
    let length = socklen_t(MemoryLayout<sockaddr_un>.size)
    func succeeds(_ call: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Bool {
      withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { call(descriptor, $0, length) == 0 }
      }
    }
    if succeeds(connect) {
      close(descriptor)
      throw SystemError(code: EADDRINUSE, doing: attempt)
    }
    // Remove a stale socket of a process that was killed. Any other file is not
    // removed, and makes binding fail.
    if errno == ECONNREFUSED, isSocket(path) { unlink(path) }
    guard succeeds(bind), chmod(path, 0o660) == 0, Glibc.listen(descriptor, SOMAXCONN) == 0 else {
      let error = SystemError(doing: attempt)
      close(descriptor)
      throw error
    }
    return descriptor
  }

  private static func isSocket(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFSOCK
  }

  /// Takes ownership of an inherited socket that already listens.
  private static func adopt(_ descriptor: Int32) throws(SystemError) -> Int32 {
    let attempt = "listen on the inherited socket"
    var isListening: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    guard
      getsockopt(descriptor, SOL_SOCKET, SO_ACCEPTCONN, &isListening, &size) == 0,
      fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0,
      fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0
    else { throw SystemError(doing: attempt) }
    guard isListening == 1 else {
      throw SystemError(code: EINVAL, doing: attempt, because: "it is not a listening socket")
    }
    return descriptor
  }
}

extension sockaddr_storage {
  /// Calls a function of the system that stores an address, and returns its result, the address
  /// and the size of the address.
  static func stored(
    by call: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32
  ) -> (result: Int32, address: sockaddr_storage, length: socklen_t) {
    var address = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let result = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { call($0, &length) }
    }
    return (result, address, length)
  }

  /// The port of an IPv4 or IPv6 address, which is at the same place in both.
  var port: UInt16 {
    withUnsafePointer(to: self) {
      $0.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
        UInt16(bigEndian: $0.pointee.sin_port)
      }
    }
  }
}
