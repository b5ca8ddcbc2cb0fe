/// A result builder for HTML: one element per line, with `if`, `switch`, `for`
/// and optionals.
///
/// ```swift
/// let names = ["Newt", "Toad"]
/// let list = ul {
///   if names.isEmpty { li { "No animals yet" } }
///   for name in names { li { name } }
/// }
/// print(list.renderedString())
/// ```
@resultBuilder
public enum HTMLBuilder {
  /// HTML is rendered as it is.
  @inlinable
  @inline(__always)
  public static func buildExpression<Content: HTML>(_ content: consuming Content) -> Content {
    content
  }

  /// A string becomes escaped text.
  @inlinable
  @inline(__always)
  public static func buildExpression(_ text: String) -> Text {
    Text(text)
  }

  /// An empty block.
  @inlinable
  @inline(__always)
  public static func buildBlock() -> Empty {
    Empty()
  }

  /// The first expression of a block.
  @inlinable
  @inline(__always)
  public static func buildPartialBlock<Content: HTML>(first: consuming Content) -> Content {
    first
  }

  /// Each further expression of a block.
  @inlinable
  @inline(__always)
  public static func buildPartialBlock<First: HTML, Second: HTML>(
    accumulated: consuming First, next: consuming Second
  ) -> Pair<First, Second> {
    Pair(accumulated, next)
  }

  /// `if` without `else`.
  @inlinable
  @inline(__always)
  public static func buildOptional<Content: HTML>(_ content: Content?) -> Content? {
    content
  }

  /// The `if` branch, or an earlier `case`.
  @inlinable
  @inline(__always)
  public static func buildEither<First: HTML, Second: HTML>(
    first: consuming First
  ) -> Either<First, Second> {
    .first(first)
  }

  /// The `else` branch, or a later `case`.
  @inlinable
  @inline(__always)
  public static func buildEither<First: HTML, Second: HTML>(
    second: consuming Second
  ) -> Either<First, Second> {
    .second(second)
  }

  /// A `for` loop.
  @inlinable
  @inline(__always)
  public static func buildArray<Content: HTML>(_ contents: [Content]) -> [Content] {
    contents
  }
}
