/// Lets HTML be written as SwiftUI views are: one piece a line, with `if`,
/// `switch`, `for` and optionals.
@resultBuilder
public enum HTMLBuilder {
  @inlinable
  public static func buildExpression<Content: HTML>(_ content: Content) -> Content {
    content
  }

  /// A string is text: it is escaped.
  @inlinable
  public static func buildExpression(_ text: String) -> Text {
    Text(text)
  }

  @inlinable
  public static func buildBlock() -> Empty {
    Empty()
  }

  @inlinable
  public static func buildPartialBlock<Content: HTML>(first: Content) -> Content {
    first
  }

  @inlinable
  public static func buildPartialBlock<First: HTML, Second: HTML>(
    accumulated: First, next: Second
  ) -> Pair<First, Second> {
    Pair(accumulated, next)
  }

  @inlinable
  public static func buildOptional<Content: HTML>(_ content: Content?) -> Content? {
    content
  }

  @inlinable
  public static func buildEither<First: HTML, Second: HTML>(
    first: First
  ) -> Either<First, Second> {
    .first(first)
  }

  @inlinable
  public static func buildEither<First: HTML, Second: HTML>(
    second: Second
  ) -> Either<First, Second> {
    .second(second)
  }

  @inlinable
  public static func buildArray<Content: HTML>(_ contents: [Content]) -> [Content] {
    contents
  }

  @inlinable
  public static func buildLimitedAvailability<Content: HTML>(_ content: Content) -> Content {
    content
  }
}
