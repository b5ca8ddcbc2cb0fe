/// Lets HTML be written as SwiftUI views are: one piece a line, with `if`,
/// `switch`, `for` and optionals.
@resultBuilder
public enum HTMLBuilder {
  /// A piece of HTML is written as it is.
  @inlinable
  @inline(__always)
  public static func buildExpression<Content: HTML>(_ content: consuming Content) -> Content {
    content
  }

  /// A string is text: it is escaped.
  @inlinable
  @inline(__always)
  public static func buildExpression(_ text: String) -> Text {
    Text(text)
  }

  /// No piece.
  @inlinable
  @inline(__always)
  public static func buildBlock() -> Empty {
    Empty()
  }

  /// The first piece.
  @inlinable
  @inline(__always)
  public static func buildPartialBlock<Content: HTML>(first: consuming Content) -> Content {
    first
  }

  /// One piece more.
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

  /// `if` or `case` that holds.
  @inlinable
  @inline(__always)
  public static func buildEither<First: HTML, Second: HTML>(
    first: consuming First
  ) -> Either<First, Second> {
    .first(first)
  }

  /// `else`, or a later `case`.
  @inlinable
  @inline(__always)
  public static func buildEither<First: HTML, Second: HTML>(
    second: consuming Second
  ) -> Either<First, Second> {
    .second(second)
  }

  /// `for`.
  @inlinable
  @inline(__always)
  public static func buildArray<Content: HTML>(_ contents: [Content]) -> [Content] {
    contents
  }
}
