/// Immutable memory that is sent without a copy.
///
/// ```swift
/// import HTTPTypes
/// import WebServer
///
/// let page = SharedBuffer(copying: "<h1>Hello</h1>".utf8)
/// let response = Response(status: .ok, body: .buffer(page))
/// if let compressed = page.gzipped() { print(compressed.count, response.body.size) }
/// ```
///
/// `@unchecked Sendable` because of the pointer: the owner guarantees that the
/// memory does not change.
public struct SharedBuffer: @unchecked Sendable {
  let buffer: UnsafeRawBufferPointer
  let owner: any AnyObject & Sendable

  /// Creates a buffer without a copy.
  ///
  /// - Parameters:
  ///   - buffer: The memory; it must not change.
  ///   - owner: The object that keeps the memory alive.
  public init(_ buffer: UnsafeRawBufferPointer, owner: any AnyObject & Sendable) {
    self.buffer = buffer
    self.owner = owner
  }

  /// Creates a buffer with a copy of some bytes.
  public init(copying bytes: some Collection<UInt8>) {
    let count = bytes.count
    let memory = OwnedMemory(capacity: count)
    // Copies contiguous bytes at once.
    _ = UnsafeMutableBufferPointer(start: memory.base, count: count).initialize(from: bytes)
    self.init(UnsafeRawBufferPointer(start: memory.base, count: count), owner: memory)
  }

  /// The number of bytes.
  public var count: Int { buffer.count }

  /// Calls a closure with the bytes, which are valid until it returns.
  public func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    defer { withExtendedLifetime(owner) {} }
    return body(buffer)
  }
}

/// Memory that is freed with the last reference to it.
///
/// `@unchecked Sendable` because of the pointer: the memory is written only
/// before it is shared.
final class OwnedMemory: @unchecked Sendable {
  let base: UnsafeMutablePointer<UInt8>

  init(capacity: Int) {
    base = .allocate(capacity: capacity)
  }

  deinit { base.deallocate() }
}
