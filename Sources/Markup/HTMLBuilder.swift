/// Lets HTML be written as SwiftUI views are: one piece a line, with `if`,
/// `switch`, `for` and optionals.
@resultBuilder
public enum HTMLBuilder {
  /// A piece of HTML is written as it is.
  @inlinable
  public static func buildExpression<Content: HTML>(_ content: Content) -> Content {
    content
  }

  /// A string is text: it is escaped.
  @inlinable
  public static func buildExpression(_ text: String) -> Text {
    Text(text)
  }

  /// No piece.
  @inlinable
  public static func buildBlock() -> Empty {
    Empty()
  }

  /// The first piece.
  @inlinable
  public static func buildPartialBlock<Content: HTML>(first: Content) -> Content {
    first
  }

  /// One piece more.
  @inlinable
  public static func buildPartialBlock<First: HTML, Second: HTML>(
    accumulated: First, next: Second
  ) -> Pair<First, Second> {
    Pair(accumulated, next)
  }

  /// `if` without `else`.
  @inlinable
  public static func buildOptional<Content: HTML>(_ content: Content?) -> Content? {
    content
  }

  /// `if` or `case` that holds.
  @inlinable
  public static func buildEither<First: HTML, Second: HTML>(
    first: First
  ) -> Either<First, Second> {
    .first(first)
  }

  /// `else`, or a later `case`.
  @inlinable
  public static func buildEither<First: HTML, Second: HTML>(
    second: Second
  ) -> Either<First, Second> {
    .second(second)
  }

  /// `for`.
  @inlinable
  public static func buildArray<Content: HTML>(_ contents: [Content]) -> [Content] {
    contents
  }
}
