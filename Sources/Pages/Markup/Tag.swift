/// The name of an element, with its rules of serialisation.
public protocol Tag: Sendable {
  /// The name, in lower case.
  static var name: StaticString { get }
  /// True if the element has no content and no end tag.
  static var isVoid: Bool { get }
  /// True if parsers drop a line feed directly after the start tag.
  static var losesLeadingNewline: Bool { get }
}

extension Tag {
  /// False by default.
  @inlinable
  public static var isVoid: Bool { false }
  /// False by default.
  @inlinable
  public static var losesLeadingNewline: Bool { false }
}

/// The tag of an element without content and end tag, such as `br`.
public protocol VoidTag: Tag {}
extension VoidTag {
  @inlinable
  public static var isVoid: Bool { true }
}

/// The tag of an element after whose start tag parsers drop a line feed.
public protocol PreformattedTag: Tag {}
extension PreformattedTag {
  @inlinable
  public static var losesLeadingNewline: Bool { true }
}

/// The namespace of the tags. The tag of an element determines its attributes.
///
/// ```swift
/// let photo = figure {
///   img().src(Href(path: ["photos", "1"])).alt("A newt")
///   figcaption { "A newt" }
/// }
/// print(photo.renderedString())
/// ```
public enum Tags {}
