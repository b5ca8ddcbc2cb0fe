/// The validators of a resource, which a conditional request sends back byte
/// for byte.
///
/// A value that cannot be sent back in a header field is left out: the next
/// request is then unconditional, rather than impossible.
public struct Validators: Hashable, Sendable {
  /// The `ETag`, with its quotes and `W/`.
  public let eTag: String?
  /// The `Last-Modified` date as it was written.
  public let lastModified: String?

  /// The longest validator in bytes. Servers commonly refuse heads of 8 KiB.
  static let mostBytes = 1_024

  /// Creates validators from the values of header fields.
  public init(eTag: String? = nil, lastModified: String? = nil) {
    self.eTag = eTag.flatMap(Self.sendable)
    self.lastModified = lastModified.flatMap(Self.sendable)
  }

  /// Returns the value, or `nil` where it cannot be sent in a header field.
  private static func sendable(_ value: String) -> String? {
    let isSendable =
      (1...mostBytes).contains(value.utf8.count)
      && value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
    return isSendable ? value : nil
  }
}

/// The answer to a conditional request.
public enum WebResponse: Hashable, Sendable {
  /// The resource, decompressed, and what to ask with the next time.
  case content([UInt8], Validators)
  /// It is as it was when the validators were given out.
  case notModified
}
