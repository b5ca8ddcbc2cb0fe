import Glibc

/// What the system said when something could not be done.
public struct SystemError: Error, CustomStringConvertible, Sendable {
  /// The system's error number.
  public let code: Int32
  /// What that number means.
  public let reason: String
  /// What was tried, as it follows "could not".
  public let attempt: String

  /// - Parameter reason: what is known better than by the number.
  init(code: Int32 = errno, doing attempt: String, because reason: String? = nil) {
    self.code = code
    self.attempt = attempt
    self.reason = reason ?? String(cString: strerror(code))
  }

  public var description: String {
    "could not \(attempt): \(reason)"
  }
}
