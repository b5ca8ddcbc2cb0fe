import Glibc

/// The failure of a system call.
public struct SystemError: Error, CustomStringConvertible, Sendable {
  /// The error number (`errno`).
  public let code: Int32
  /// The description of the error number, or a more specific reason.
  public let reason: String
  /// The operation that failed, as a verb phrase such as "open a pipe".
  public let attempt: String

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - code: The error number.
  ///   - attempt: The operation that failed, as a verb phrase.
  ///   - reason: The reason; `nil` for the description of the error number.
  init(code: Int32 = errno, doing attempt: String, because reason: String? = nil) {
    self.code = code
    self.attempt = attempt
    self.reason = reason ?? String(cString: strerror(code))
  }

  public var description: String {
    "could not \(attempt): \(reason)"
  }
}
