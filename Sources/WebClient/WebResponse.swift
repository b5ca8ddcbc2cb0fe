/// What tells one version of a resource from another. It is sent back as it
/// came, byte for byte.
public struct Validators: Hashable, Codable, Sendable {
  /// The `ETag`, with its quotes and `W/`.
  public var eTag: String?
  /// The `Last-Modified` date as it was written.
  public var lastModified: String?

  public init(eTag: String? = nil, lastModified: String? = nil) {
    self.eTag = eTag
    self.lastModified = lastModified
  }
}

/// The answer to a conditional request.
public enum WebResponse: Hashable, Sendable {
  /// The resource, decompressed, and what to ask with the next time.
  case content([UInt8], Validators)
  /// It is as it was when the validators were given out.
  case notModified
}
