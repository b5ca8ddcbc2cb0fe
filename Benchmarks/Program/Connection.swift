import Foundation
import Glibc

/// A blocking connection to a local port.
final class Connection {
  let descriptor: Int32

  /// Connects to a port.
  ///
  /// - Parameter source: The last byte of the client's address in 127.0.0.0/8.
  init(port: Int, source: UInt8 = 1) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    guard descriptor >= 0 else {
      throw Failure("opening a socket failed: \(String(cString: strerror(errno)))")
    }
    var local = Self.address(port: 0, last: source)
    var remote = Self.address(port: port, last: 1)
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafePointer(to: &local) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, size) }
    }
    let isConnected = withUnsafePointer(to: &remote) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, size) }
    }
    guard isBound == 0, isConnected == 0 else {
      throw Failure("connecting failed: \(String(cString: strerror(errno)))")
    }
  }

  deinit { Glibc.close(descriptor) }

  private static func address(port: Int, last: UInt8) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = in_addr_t(0x7F00_0000 + UInt32(last)).bigEndian
    return address
  }

  func send(_ text: String) throws {
    let bytes = Array(text.utf8)
    guard Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else {
      throw Failure("sending failed: \(String(cString: strerror(errno)))")
    }
  }

  /// Sends a request and returns the complete response.
  func exchange(_ request: String) throws -> String {
    try send(request)
    var received: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = recv(descriptor, &buffer, buffer.count, 0)
      guard count > 0 else { throw Failure("the response is incomplete") }
      received += buffer[..<count]
      let text = String(decoding: received, as: UTF8.self)
      guard let end = text.range(of: "\r\n\r\n") else { continue }
      let head = text[..<end.lowerBound].lowercased()
      let length =
        head.split(separator: "\r\n")
        .first { $0.hasPrefix("content-length: ") }.flatMap { Int($0.dropFirst(16)) } ?? 0
      if text[end.upperBound...].utf8.count >= length { return text }
    }
  }
}
