/// Nothing at all.
public struct Empty: HTML {
  /// Nothing.
  @inlinable
  public init() {}

  @inlinable
  public func render(into writer: inout ByteWriter) {}
}

/// One piece after another.
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

/// One of two pieces.
public enum Either<First: HTML, Second: HTML>: HTML {
  /// The one where the condition holds.
  case first(First)
  /// The one where it does not.
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

/// The same piece for every element of a collection.
///
/// Each is built when it is written, so that a long list is never held as
/// HTML values at once, as it is with `for`.
public struct ForEach<Elements: Collection & Sendable>: HTML {
  @usableFromInline let elements: Elements
  // Made where the piece's type is known, so that all of it is compiled into
  // this one function.
  @usableFromInline let write: @Sendable (Elements.Element, inout ByteWriter) -> Void

  /// Repeats `content` for each of the elements, in their order.
  @inlinable
  public init<Content: HTML>(
    _ elements: Elements,
    @HTMLBuilder content: @escaping @Sendable (Elements.Element) -> Content
  ) {
    self.elements = elements
    self.write = { element, writer in content(element).render(into: &writer) }
  }

  @inlinable
  public func render(into writer: inout ByteWriter) {
    // In place where they lie in a row: taking each out would copy it.
    let isDone: Void? = elements.withContiguousStorageIfAvailable { elements in
      guard let base = elements.baseAddress else { return }
      for index in 0..<elements.count { write(base[index], &writer) }
    }
    if isDone == nil {
      for element in elements { write(element, &writer) }
    }
  }
}
