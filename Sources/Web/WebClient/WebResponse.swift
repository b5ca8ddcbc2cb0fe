/// The validators of a resource, which a conditional request sends back
/// unchanged.
///
/// Values that cannot be sent in a header field are dropped, so that the next
/// request is unconditional.
///
/// ```swift
/// import WebClient
///
/// let validators = Validators(
///   eTag: "W/\"1\"", lastModified: "Sat, 04 May 2024 05:06:48 GMT")
/// print(validators.eTag ?? "")
/// ```
public struct Validators: Hashable, Sendable {
  /// The value of `ETag`, including quotes and `W/`.
  public let eTag: String?
  /// The unparsed value of `Last-Modified`.
  public let lastModified: String?

  /// The maximum length of a validator, in bytes. Servers commonly refuse heads
  /// of 8 KiB.
  static let maximumBytes = 1_024

  /// Creates validators from the values of header fields.
  public init(eTag: String? = nil, lastModified: String? = nil) {
    self.eTag = eTag.flatMap(Self.sendable)
    self.lastModified = lastModified.flatMap(Self.sendable)
  }

  /// Returns the value, or `nil` if it cannot be sent in a header field.
  private static func sendable(_ value: String) -> String? {
    let isSendable =
      (1...maximumBytes).contains(value.utf8.count)
      && value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
    return isSendable ? value : nil
  }
}

/// The response to a conditional request.
public enum WebResponse: Hashable, Sendable {
  /// The decompressed body, and the validators for the next request.
  case content([UInt8], Validators)
  /// Status 304: the resource has not changed.
  case notModified
}

/// The part of a response that was received.
///
/// ```swift
/// import Foundation
/// import WebClient
///
/// let client = WebClient(userAgent: "example/1.0")
/// guard let url = URL(string: "https://example.org/feed.json") else { return }
/// _ = try await client.get(url) { print($0.received, $0.total ?? 0) }
/// ```
public struct DownloadProgress: Codable, Hashable, Sendable {
  /// The number of bytes that were received, before decompression.
  public let received: Int
  /// The number of bytes of the response; `nil` if the server does not say.
  public let total: Int?

  /// Creates a progress.
  public init(received: Int, total: Int?) {
    self.received = received
    self.total = total
  }
}
