/// The name of an element and how the HTML standard has it written.
public protocol Tag: Sendable {
  /// The name, in lower case.
  static var name: StaticString { get }
  /// Whether the element has no content and no end tag.
  static var isVoid: Bool { get }
  /// Whether parsers drop a line feed right after the start tag.
  static var losesLeadingNewline: Bool { get }
}

extension Tag {
  /// No, as for nearly all.
  @inlinable
  public static var isVoid: Bool { false }
  /// No, as for nearly all.
  @inlinable
  public static var losesLeadingNewline: Bool { false }
}

/// The elements' names, as types: they decide which attributes fit.
public enum Tags {}
