import Foundation
import Glibc
import Synchronization

/// A server on 127.0.0.1 that answers exactly the bytes that a test gives it,
/// also where no proper server would.
///
/// Each connection serves one request, on a thread of its own.
public final class ScriptedServer: Sendable {
  /// What is done to a client, in this order.
  public enum Step: Sendable {
    case send([UInt8])
    /// Nothing, for so many milliseconds, or until the server stops.
    case wait(milliseconds: Int)
    /// The same bytes again and again until the client is gone, or the
    /// server stops.
    case sendForever([UInt8])
  }

  /// The port that it listens on.
  public let port: Int
  private let listening: Int32
  private let script: @Sendable (_ head: String) -> [Step]
  private let heads = Mutex<[String]>([])
  private let isStopped = Atomic<Bool>(false)

  /// - Parameter script: what a request is answered with, given its head.
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

  /// A server that answers everything with the same bytes.
  public convenience init(answer: String) throws {
    try self.init { _ in [.send(Array(answer.utf8))] }
  }

  /// The heads of the requests so far, in the order in which they came.
  public var requests: [String] { heads.withLock { $0 } }

  /// Ends everything.
  public func stop() {
    guard !isStopped.exchange(true, ordering: .sequentiallyConsistent) else { return }
    shutdown(listening, Int32(SHUT_RDWR))
  }

  private func acceptAll() {
    // Closed here and nowhere else: by then nobody accepts on it any more,
    // also not on another server's socket that has its number.
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
