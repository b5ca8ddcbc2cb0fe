public import Glibc

/// A growing buffer that HTML is rendered into.
///
/// It owns raw memory, because a page is written once and only read afterwards:
/// appending costs no more than copying the bytes. Literals are appended by
/// inlined code, without a function call.
///
/// The public methods append only what is safe: text, which is escaped,
/// numbers, and literals of the program.
///
/// ```swift
/// var writer = ByteWriter()
/// writer.append(literal: "<p>")
/// writer.append(escaping: "1 < 2")
/// writer.append(literal: "</p>")
/// print(String(writer.finish()))  // <p>1 &lt; 2</p>
/// ```
public struct ByteWriter: ~Copyable {
  @usableFromInline var base: UnsafeMutablePointer<UInt8>
  @usableFromInline var capacity: Int
  private var isFinished = false
  @usableFromInline var written: Int
  /// The fragments written so far, in page order.
  package private(set) var fragments: [RenderedFragment] = []
  /// The number of fragments that were rendered instead of copied.
  private var renderedFragmentCount = 0
  /// The previous version of the page, whose unchanged fragments are reused.
  private let previous: RenderedMarkup?
  /// The values that components can read while they are rendered.
  public let environment: EnvironmentValues
  /// Called after each fragment that was rendered.
  private let onFragment: (@Sendable (_ name: String) -> Void)?

  /// Creates an empty buffer.
  ///
  /// - Parameters:
  ///   - capacity: the initial capacity in bytes; it doubles when it is exceeded.
  ///   - previous: the previous version of the same page; fragments with an
  ///     equal state are copied from it.
  ///   - environment: the values that components can read while they are
  ///     rendered.
  ///   - onFragment: called with the name of each fragment that was rendered, for
  ///     logs.
  public init(
    capacity: Int = 16_384, reusing previous: RenderedMarkup? = nil,
    environment: EnvironmentValues = EnvironmentValues(),
    onFragment: (@Sendable (_ name: String) -> Void)? = nil
  ) {
    self.capacity = max(capacity, 64)
    self.base = .allocate(capacity: self.capacity)
    self.written = 0
    self.previous = previous
    self.environment = environment
    self.onFragment = onFragment
  }

  deinit {
    if !isFinished { base.deallocate() }
  }

  /// Appends bytes without escaping them.
  @inlinable
  @inline(__always)
  package mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let source = bytes.baseAddress else { return }
    reserve(bytes.count)
    memcpy(base + written, source, bytes.count)
    written &+= bytes.count
  }

  /// Appends a literal without escaping it.
  @inlinable
  @inline(__always)
  public mutating func append(literal: StaticString) {
    reserve(literal.utf8CodeUnitCount)
    appendReserved(literal)
  }

  /// Appends a literal between two others, with one check of the capacity.
  @inlinable
  @inline(__always)
  mutating func append(
    _ before: StaticString, literal: StaticString, _ after: StaticString
  ) {
    reserve(
      before.utf8CodeUnitCount &+ literal.utf8CodeUnitCount &+ after.utf8CodeUnitCount)
    appendReserved(before)
    appendReserved(literal)
    appendReserved(after)
  }

  /// Appends a literal for which there is enough capacity.
  @inlinable
  @inline(__always)
  mutating func appendReserved(_ literal: StaticString) {
    memcpy(base + written, literal.utf8Start, literal.utf8CodeUnitCount)
    written &+= literal.utf8CodeUnitCount
  }

  /// Appends one ASCII byte without escaping it.
  @inlinable
  @inline(__always)
  package mutating func append(byte: UInt8) {
    reserve(1)
    base[written] = byte
    written &+= 1
  }

  /// Appends a string without escaping it.
  @usableFromInline
  package mutating func append(unescaped text: String) {
    text.withContiguousUTF8 { append($0) }
  }

  @inlinable
  @inline(__always)
  mutating func reserve(_ additional: Int) {
    // Without checks of overflow, because sizes of memory cannot.
    if written &+ additional > capacity { grow(to: written &+ additional) }
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

  /// The number of bytes written so far.
  public var count: Int { written }

  /// Returns the written bytes without copying them.
  public consuming func finish() -> Bytes {
    isFinished = true
    return Bytes(adopting: base, count: written)
  }

  /// Returns the written bytes, without copying them, and their fragments.
  package consuming func finishWithFragments() -> RenderedMarkup {
    let (fragments, rendered) = (fragments, renderedFragmentCount)
    return RenderedMarkup(bytes: finish(), fragments: fragments, renderedFragmentCount: rendered)
  }
}

extension ByteWriter {
  /// Appends a fragment. It is copied from the previous version of the page if
  /// the same type rendered it there from an equal state.
  ///
  /// - Parameters:
  ///   - id: the name of the fragment, also the `id` of its only element.
  ///   - state: the state that the fragment is rendered from.
  ///   - renderer: the type that renders the state.
  ///   - isPersonal: true if the fragment is for one visitor only.
  ///   - write: appends the bytes of the fragment.
  package mutating func appendFragment<State: Equatable & Sendable>(
    id: String, of state: State, by renderer: Any.Type, isPersonal: Bool = false,
    write: (inout ByteWriter) -> Void
  ) {
    let start = count
    let place = fragments.count
    if let previous, let known = previous.fragment(id), known.renderer == renderer,
      known.state as? State == state
    {
      previous.bytes.withUnsafeBytes {
        append(UnsafeBufferPointer(rebasing: $0.bindMemory(to: UInt8.self)[known.range]))
      }
      fragments += previous.parts(of: known).map { $0.moved(by: start - known.range.lowerBound) }
    } else {
      renderedFragmentCount += 1
      write(&self)
      onFragment?(id)
    }
    fragments.insert(
      RenderedFragment(
        id: id, range: start..<count, state: state, renderer: renderer, isPersonal: isPersonal),
      at: place)
  }

  /// Overwrites bytes that were written before.
  package mutating func overwrite(at offset: Int, with bytes: some Collection<UInt8>) {
    precondition(offset + bytes.count <= count, "cannot overwrite bytes beyond the end")
    for (index, byte) in bytes.enumerated() { base[offset + index] = byte }
  }

  /// Calls a closure with the bytes written so far.
  package func withWrittenBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    body(UnsafeRawBufferPointer(start: base, count: count))
  }
}

extension String {
  /// Calls a closure with the UTF-8 bytes, without a copy for native strings.
  @inline(__always)
  func withContiguousUTF8(_ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    if utf8.withContiguousStorageIfAvailable(body) == nil {
      var text = self
      text.withUTF8(body)
    }
  }
}
