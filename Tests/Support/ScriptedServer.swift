import Foundation
import Glibc
import Synchronization

/// A server on 127.0.0.1 that sends exactly the bytes that a test specifies,
/// including malformed responses.
///
/// Each connection serves one request, on a thread of its own.
public final class ScriptedServer: Sendable {
  /// An action of the server. The steps of a response run in order.
  public enum Step: Sendable {
    case send([UInt8])
    /// Waits for a number of milliseconds, or until the server stops.
    case wait(milliseconds: Int)
    /// Sends the same bytes repeatedly, until the client disconnects or the
    /// server stops.
    case sendForever([UInt8])
  }

  /// The port of the server.
  public let port: Int
  private let listening: Int32
  private let script: @Sendable (_ head: String) -> [Step]
  private let heads = Mutex<[String]>([])
  private let isStopped = Atomic<Bool>(false)

  /// - Parameter script: Returns the steps of a response, given the head of the
  ///   request.
  public init(_ script: @escaping @Sendable (_ head: String) -> [Step]) throws {
    let listening = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard listening >= 0 else { throw SocketClientError.system("socket", errno) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isReady = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listening, $0, length) == 0 && listen(listening, 16) == 0
          && getsockname(listening, $0, &length) == 0
      }
    }
    guard isReady else {
      close(listening)
      throw SocketClientError.system("listen", errno)
    }
    self.listening = listening
    self.port = Int(UInt16(bigEndian: address.sin_port))
    self.script = script
    Thread.detachNewThread { [self] in acceptAll() }
  }

  /// Creates a server that sends the same response to every request.
  public convenience init(response: String) throws {
    try self.init { _ in [.send(Array(response.utf8))] }
  }

  /// The heads of the requests in order of arrival.
  public var requests: [String] { heads.withLock { $0 } }

  /// Stops the server and its connections.
  public func stop() {
    guard !isStopped.exchange(true, ordering: .sequentiallyConsistent) else { return }
    shutdown(listening, Int32(SHUT_RDWR))
  }

  private func acceptAll() {
    // Closed only here, after the last `accept`: otherwise this thread could
    // accept on another server's socket that has reused the descriptor.
    defer { close(listening) }
    while true {
      let connection = accept(listening, nil, nil)
      guard connection >= 0 else { return }
      Thread.detachNewThread { [self] in
        serve(connection)
        close(connection)
      }
    }
  }

  private func serve(_ connection: Int32) {
    var head: [UInt8] = []
    var byte: UInt8 = 0
    while !head.suffix(4).elementsEqual("\r\n\r\n".utf8), head.count < 65_536 {
      guard recv(connection, &byte, 1, 0) == 1 else { return }
      head.append(byte)
    }
    let text = String(decoding: head, as: UTF8.self)
    heads.withLock { $0.append(text) }
    for step in script(text) {
      switch step {
      case .send(let bytes):
        guard send(bytes, on: connection) else { return }
      case .wait(let milliseconds):
        let end = ContinuousClock.now + .milliseconds(milliseconds)
        while ContinuousClock.now < end, !isOver { usleep(2_000) }
      case .sendForever(let bytes):
        while !isOver, send(bytes, on: connection) {}
      }
    }
  }

  private var isOver: Bool { isStopped.load(ordering: .sequentiallyConsistent) }

  private func send(_ bytes: [UInt8], on connection: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Glibc.send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }
}
