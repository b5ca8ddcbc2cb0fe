/// A growing buffer that pages are written into.
///
/// It owns raw memory because a page is written once and then only read:
/// appending must cost no more than copying bytes.
///
/// In public it takes only what is safe: text, which it escapes, numbers, and
/// literals of the program.
public struct ByteWriter: ~Copyable {
  private var base: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  private var isFinished = false
  /// How many bytes were written so far.
  public private(set) var count: Int
  /// Hears the label of each fragment before it is rendered.
  package let onFragment: (@Sendable (_ label: String) -> Void)?

  /// An empty buffer.
  ///
  /// - Parameters:
  ///   - capacity: room for so many bytes; it doubles when they run out.
  ///   - onFragment: hears the label of each fragment before it is rendered,
  ///     for logs.
  public init(
    capacity: Int = 16_384, onFragment: (@Sendable (_ label: String) -> Void)? = nil
  ) {
    self.capacity = max(capacity, 64)
    self.base = .allocate(capacity: self.capacity)
    self.count = 0
    self.onFragment = onFragment
  }

  deinit {
    if !isFinished { base.deallocate() }
  }

  /// Appends bytes as they are. Not for text that may hold markup.
  package mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let source = bytes.baseAddress else { return }
    reserve(bytes.count)
    (base + count).initialize(from: source, count: bytes.count)
    count += bytes.count
  }

  /// Appends a literal of this program as it is.
  public mutating func append(literal: StaticString) {
    append(UnsafeBufferPointer(start: literal.utf8Start, count: literal.utf8CodeUnitCount))
  }

  /// Appends one ASCII byte as it is. Not for text that may hold markup.
  @usableFromInline
  package mutating func append(byte: UInt8) {
    reserve(1)
    (base + count).initialize(to: byte)
    count += 1
  }

  /// Appends a string as it is. Not for text that may hold markup.
  package mutating func append(unescaped text: String) {
    var text = text
    text.withUTF8 { append($0) }
  }

  private mutating func reserve(_ additional: Int) {
    let needed = count + additional
    if needed > capacity { grow(to: needed) }
  }

  @inline(never)
  private mutating func grow(to needed: Int) {
    let larger = max(needed, capacity * 2)
    let moved = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
    moved.initialize(from: base, count: count)
    base.deallocate()
    base = moved
    capacity = larger
  }

  /// Ends writing, and hands the bytes over without copying them.
  public consuming func finish() -> Bytes {
    isFinished = true
    return Bytes(adopting: base, count: count)
  }
}

/// Bytes that never change, freed with the last reference to them.
///
/// `@unchecked` because of the pointer: nobody writes through it after
/// `init`, so any thread may read.
public final class Bytes: @unchecked Sendable {
  private let base: UnsafeMutablePointer<UInt8>
  /// How many bytes.
  public let count: Int

  fileprivate init(adopting base: UnsafeMutablePointer<UInt8>, count: Int) {
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
