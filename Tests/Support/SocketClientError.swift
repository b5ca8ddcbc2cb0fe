/// An error of a `SocketClient`.
public enum SocketClientError: Error, CustomStringConvertible {
  /// A system call failed with an error number.
  case system(String, Int32)
  /// The timeout expired after these bytes.
  case timeout(after: [UInt8])
  /// The server closed the connection after these bytes.
  case closed(after: [UInt8])
  /// The bytes are not an HTTP response.
  case malformed(String)

  public var description: String {
    switch self {
    case .system(let call, let code): "\(call) failed with error \(code)"
    case .timeout(let bytes): "timeout after: \(String(decoding: bytes, as: UTF8.self))"
    case .closed(let bytes): "closed after: \(String(decoding: bytes, as: UTF8.self))"
    case .malformed(let text): "malformed response: \(text)"
    }
  }
}
