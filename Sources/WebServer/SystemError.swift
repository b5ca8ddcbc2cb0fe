import Glibc

/// What the system said when something could not be done.
public struct SystemError: Error, CustomStringConvertible, Sendable {
  /// The system's error number.
  public let code: Int32
  /// What was tried, as it follows "could not".
  public let attempt: String

  init(code: Int32 = errno, doing attempt: String) {
    self.code = code
    self.attempt = attempt
  }

  public var description: String {
    "could not \(attempt): \(String(cString: strerror(code)))"
  }
}
