/// HTML without content.
public struct Empty: HTML {
  /// Creates HTML without content.
  @inlinable
  public init() {}

  @inlinable
  public func render(into writer: inout ByteWriter) {}
}

/// Two values, rendered one after the other.
public struct Pair<First: HTML, Second: HTML>: HTML {
  @usableFromInline let first: First
  @usableFromInline let second: Second

  @inlinable
  @inline(__always)
  init(_ first: consuming First, _ second: consuming Second) {
    self.first = first
    self.second = second
  }

  @inlinable
  public func render(into writer: inout ByteWriter) {
    first.render(into: &writer)
    second.render(into: &writer)
  }
}

/// One of two values, as a branch of `if` or `switch`.
public enum Either<First: HTML, Second: HTML>: HTML {
  /// The first branch.
  case first(First)
  /// The second branch.
  case second(Second)

  @inlinable
  public func render(into writer: inout ByteWriter) {
    switch self {
    case .first(let content): content.render(into: &writer)
    case .second(let content): content.render(into: &writer)
    }
  }
}

extension Optional: HTML where Wrapped: HTML {
  @inlinable
  public func render(into writer: inout ByteWriter) {
    self?.render(into: &writer)
  }
}

extension Array: HTML where Element: HTML {
  @inlinable
  public func render(into writer: inout ByteWriter) {
    for content in self { content.render(into: &writer) }
  }
}

/// HTML for each element of a collection.
///
/// Unlike with `for`, each value is created when it is rendered, so that a long
/// list never exists as an array of HTML values.
///
/// ```swift
/// let animals = ["Newt", "Toad"]
/// let list = ul { ForEach(animals) { name in li { name } } }
/// print(list.renderedString())  // <ul><li>Newt</li><li>Toad</li></ul>
/// ```
public struct ForEach<Elements: Collection & Sendable>: HTML {
  @usableFromInline let elements: Elements
  // Created where the content's type is known, so that rendering it is
  // specialised.
  @usableFromInline let write: @Sendable (UnsafePointer<Elements.Element>, inout ByteWriter) -> Void

  /// Creates the content of each element, in order.
  @inlinable
  public init<Content: HTML>(
    _ elements: Elements,
    @HTMLBuilder content: @escaping @Sendable (Elements.Element) -> Content
  ) {
    self.elements = elements
    self.write = { element, writer in withBorrowed(element, content).render(into: &writer) }
  }

  @inlinable
  public func render(into writer: inout ByteWriter) {
    // Contiguous elements are read in place: iterating, or passing them by value,
    // would copy each of them.
    let isDone: Void? = elements.withContiguousStorageIfAvailable { elements in
      guard let base = elements.baseAddress else { return }
      for index in 0..<elements.count { write(base + index, &writer) }
    }
    if isDone == nil {
      for element in elements { withUnsafePointer(to: element) { write($0, &writer) } }
    }
  }
}

/// Calls a closure with the value at an address, without copying it.
///
/// Generic code cannot copy a type that may be non-copyable. The specialised code
/// does not copy either, which saves retaining and releasing every property of
/// the value.
@inlinable
@inline(__always)
func withBorrowed<Value: ~Copyable, Result>(
  _ address: UnsafePointer<Value>, _ body: (borrowing Value) -> Result
) -> Result {
  body(address.pointee)
}
