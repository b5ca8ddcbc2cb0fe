/// Memory that somebody else keeps.
///
/// `@unchecked` because of the pointer: the owner promises that nobody writes
/// to it.
public struct SharedBuffer: @unchecked Sendable {
  let buffer: UnsafeRawBufferPointer
  let owner: any AnyObject & Sendable

  /// - Parameters:
  ///   - buffer: the memory; it must not change.
  ///   - owner: what keeps it alive.
  public init(_ buffer: UnsafeRawBufferPointer, owner: any AnyObject & Sendable) {
    self.buffer = buffer
    self.owner = owner
  }

  /// A copy of some bytes.
  public init(copying bytes: some Collection<UInt8>) {
    let memory = OwnedMemory(capacity: bytes.count)
    for (index, byte) in bytes.enumerated() { memory.base[index] = byte }
    self.init(UnsafeRawBufferPointer(start: memory.base, count: bytes.count), owner: memory)
  }

  /// How many bytes.
  public var count: Int { buffer.count }

  /// Looks at the bytes, which stay alive as long as the closure runs.
  public func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    defer { withExtendedLifetime(owner) {} }
    return body(buffer)
  }
}

/// Memory that is freed with the last reference to it.
///
/// `@unchecked` because of the pointer: only who made it writes, before
/// anybody else has it.
final class OwnedMemory: @unchecked Sendable {
  let base: UnsafeMutablePointer<UInt8>

  init(capacity: Int) {
    base = .allocate(capacity: capacity)
  }

  deinit { base.deallocate() }
}
