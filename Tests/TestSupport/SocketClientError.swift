/// Why a test's connection did not get what it wanted.
public enum SocketClientError: Error, CustomStringConvertible {
  /// A system call failed, with this error number.
  case system(String, Int32)
  /// The server was silent for too long after these bytes.
  case timeout(after: [UInt8])
  /// The server closed the connection after these bytes.
  case closed(after: [UInt8])
  /// What came is no response.
  case malformed(String)

  public var description: String {
    switch self {
    case .system(let call, let code): "\(call) failed with error \(code)"
    case .timeout(let bytes): "nothing more came after: \(String(decoding: bytes, as: UTF8.self))"
    case .closed(let bytes): "closed after: \(String(decoding: bytes, as: UTF8.self))"
    case .malformed(let text): "no response: \(text)"
    }
  }
}
