/// An immutable byte buffer, which is deallocated with its last reference.
///
/// `@unchecked Sendable` because of the pointer: nothing writes through it
/// after `init`, so that every thread may read it.
public final class Bytes: @unchecked Sendable {
  private let base: UnsafeMutablePointer<UInt8>
  /// The number of bytes.
  public let count: Int

  init(adopting base: UnsafeMutablePointer<UInt8>, count: Int) {
    self.base = base
    self.count = count
  }

  deinit {
    base.deallocate()
  }

  /// The bytes in place, for C code that holds a reference to this object
  /// while it reads them. Use `withUnsafeBytes` otherwise: the pointer does not
  /// keep the bytes alive.
  public var buffer: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: base, count: count)
  }

  /// Calls a closure with the bytes, which stay alive until it returns.
  public func withUnsafeBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    defer { withExtendedLifetime(self) {} }
    return try body(buffer)
  }
}

extension String {
  /// Creates a string from UTF-8 bytes.
  public init(_ bytes: Bytes) {
    self = bytes.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
  }
}
