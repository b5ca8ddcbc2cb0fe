public import Glibc

/// A growing buffer that pages are written into.
///
/// It owns raw memory because a page is written once and then only read:
/// appending must cost no more than copying bytes. Literals are copied in
/// place, without a call, which is why their way is inlinable.
///
/// In public it takes only what is safe: text, which it escapes, numbers, and
/// literals of the program.
public struct ByteWriter: ~Copyable {
  @usableFromInline var base: UnsafeMutablePointer<UInt8>
  @usableFromInline var capacity: Int
  private var isFinished = false
  @usableFromInline var written: Int
  /// The fragments written so far, in their order.
  package private(set) var fragments: [RenderedFragment] = []
  /// How many of them were rendered, and not copied.
  private var renderedFragmentCount = 0
  /// An earlier writing of the same page, whose fragments may be used again.
  private let earlier: RenderedMarkup?
  /// The values that components may read while they are rendered.
  public let environment: EnvironmentValues
  /// Hears the name of each fragment before it is rendered.
  private let onFragment: (@Sendable (_ name: String, _ duration: Duration) -> Void)?

  /// An empty buffer.
  ///
  /// - Parameters:
  ///   - capacity: room for so many bytes; it doubles when they run out.
  ///   - earlier: an earlier writing of the same page: fragments that would
  ///     come out the same are copied from it.
  ///   - environment: the values that components may read while they are
  ///     rendered.
  ///   - onFragment: called with the name of each fragment that was rendered,
  ///     and how long that took, for logs.
  public init(
    capacity: Int = 16_384, reusing earlier: RenderedMarkup? = nil,
    environment: EnvironmentValues = EnvironmentValues(),
    onFragment: (@Sendable (_ name: String, _ duration: Duration) -> Void)? = nil
  ) {
    self.capacity = max(capacity, 64)
    self.base = .allocate(capacity: self.capacity)
    self.written = 0
    self.earlier = earlier
    self.environment = environment
    self.onFragment = onFragment
  }

  deinit {
    if !isFinished { base.deallocate() }
  }

  /// Appends bytes as they are. Not for text that may hold markup.
  @inlinable
  @inline(__always)
  package mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let source = bytes.baseAddress else { return }
    reserve(bytes.count)
    memcpy(base + written, source, bytes.count)
    written += bytes.count
  }

  /// Appends a literal of this program as it is.
  @inlinable
  @inline(__always)
  public mutating func append(literal: StaticString) {
    reserve(literal.utf8CodeUnitCount)
    memcpy(base + written, literal.utf8Start, literal.utf8CodeUnitCount)
    written += literal.utf8CodeUnitCount
  }

  /// Appends one ASCII byte as it is. Not for text that may hold markup.
  @inlinable
  @inline(__always)
  package mutating func append(byte: UInt8) {
    reserve(1)
    base[written] = byte
    written += 1
  }

  /// Appends a string as it is. Not for text that may hold markup.
  @usableFromInline
  package mutating func append(unescaped text: String) {
    text.withContiguousUTF8 { append($0) }
  }

  @inlinable
  @inline(__always)
  mutating func reserve(_ additional: Int) {
    if written + additional > capacity { grow(to: written + additional) }
  }

  @usableFromInline
  @inline(never)
  mutating func grow(to needed: Int) {
    let larger = max(needed, capacity * 2)
    let moved = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
    moved.initialize(from: base, count: written)
    base.deallocate()
    base = moved
    capacity = larger
  }

  /// How many bytes were written so far.
  public var count: Int { written }

  /// Ends writing, and hands the bytes over without copying them.
  public consuming func finish() -> Bytes {
    isFinished = true
    return Bytes(adopting: base, count: written)
  }

  /// Ends writing, and hands over the bytes with their fragments.
  package consuming func finishWithFragments() -> RenderedMarkup {
    let (fragments, rendered) = (fragments, renderedFragmentCount)
    return RenderedMarkup(bytes: finish(), fragments: fragments, renderedFragmentCount: rendered)
  }
}

extension ByteWriter {
  /// Writes a fragment, or copies it from the earlier writing where it was
  /// made from an equal state.
  ///
  /// - Parameters:
  ///   - id: its name, and the `id` of its one element.
  ///   - state: all that it is made from.
  ///   - maker: the type that makes it from its state.
  ///   - isPersonal: whether it is for one visitor only.
  ///   - write: appends its bytes.
  package mutating func appendFragment<State: Equatable & Sendable>(
    id: String, of state: State, by maker: Any.Type, isPersonal: Bool = false,
    write: (inout ByteWriter) -> Void
  ) {
    let start = count
    if let earlier, let known = earlier.fragment(id), known.maker == maker,
      known.state as? State == state
    {
      earlier.bytes.withUnsafeBytes {
        append(UnsafeBufferPointer(rebasing: $0.bindMemory(to: UInt8.self)[known.range]))
      }
    } else {
      let start = onFragment.map { _ in ContinuousClock.now }
      renderedFragmentCount += 1
      write(&self)
      if let start { onFragment?(id, ContinuousClock.now - start) }
    }
    fragments.append(
      RenderedFragment(
        id: id, range: start..<count, state: state, maker: maker, isPersonal: isPersonal))
  }

  /// Writes over bytes that were written before.
  package mutating func overwrite(at offset: Int, with bytes: some Collection<UInt8>) {
    precondition(offset + bytes.count <= count, "only what is there can be written over")
    for (index, byte) in bytes.enumerated() { base[offset + index] = byte }
  }

  /// Looks at what was written so far.
  package func withWrittenBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    body(UnsafeRawBufferPointer(start: base, count: count))
  }
}

extension String {
  /// Its bytes in place, as native strings have them.
  @inline(__always)
  func withContiguousUTF8(_ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    var text = self
    text.withUTF8(body)
  }
}
