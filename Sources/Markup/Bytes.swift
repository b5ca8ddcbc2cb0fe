/// Bytes that never change, freed with the last reference to them.
///
/// `@unchecked` because of the pointer: nobody writes through it after
/// `init`, so any thread may read.
public final class Bytes: @unchecked Sendable {
  private let base: UnsafeMutablePointer<UInt8>
  /// How many bytes.
  public let count: Int

  init(adopting base: UnsafeMutablePointer<UInt8>, count: Int) {
    self.base = base
    self.count = count
  }

  deinit {
    base.deallocate()
  }

  /// The bytes in place, for C code that reads them while it keeps this
  /// object. Whoever only looks at them uses `withUnsafeBytes`: the pointer
  /// alone does not keep them alive.
  public var buffer: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: base, count: count)
  }

  /// Looks at the bytes, which stay alive as long as the closure runs.
  public func withUnsafeBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    defer { withExtendedLifetime(self) {} }
    return try body(buffer)
  }
}

extension String {
  /// The text of rendered bytes.
  public init(_ bytes: Bytes) {
    self = bytes.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
  }
}
