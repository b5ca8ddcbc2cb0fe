/// The name of an attribute as a type, so that elements need no memory for it.
public protocol AttributeName: Sendable {
  /// The name as written in the start tag.
  static var name: StaticString { get }
}

/// The namespace of the attribute names.
public enum AttributeNames {}

extension AttributeNames {
  public enum Action: AttributeName { @inlinable public static var name: StaticString { "action" } }
  public enum Alt: AttributeName { @inlinable public static var name: StaticString { "alt" } }
  public enum Class: AttributeName { @inlinable public static var name: StaticString { "class" } }
  public enum Cx: AttributeName { @inlinable public static var name: StaticString { "cx" } }
  public enum Cy: AttributeName { @inlinable public static var name: StaticString { "cy" } }
  public enum D: AttributeName { @inlinable public static var name: StaticString { "d" } }
  public enum Datetime: AttributeName {
    @inlinable public static var name: StaticString { "datetime" }
  }
  public enum Dir: AttributeName { @inlinable public static var name: StaticString { "dir" } }
  public enum Fill: AttributeName { @inlinable public static var name: StaticString { "fill" } }
  public enum For: AttributeName { @inlinable public static var name: StaticString { "for" } }
  public enum Height: AttributeName { @inlinable public static var name: StaticString { "height" } }
  public enum Href: AttributeName { @inlinable public static var name: StaticString { "href" } }
  public enum Id: AttributeName { @inlinable public static var name: StaticString { "id" } }
  public enum Method: AttributeName { @inlinable public static var name: StaticString { "method" } }
  public enum Name: AttributeName { @inlinable public static var name: StaticString { "name" } }
  public enum R: AttributeName { @inlinable public static var name: StaticString { "r" } }
  public enum Role: AttributeName { @inlinable public static var name: StaticString { "role" } }
  public enum Loading: AttributeName {
    @inlinable public static var name: StaticString { "loading" }
  }
  public enum Src: AttributeName { @inlinable public static var name: StaticString { "src" } }
  public enum Tabindex: AttributeName {
    @inlinable public static var name: StaticString { "tabindex" }
  }
  public enum Kind: AttributeName { @inlinable public static var name: StaticString { "type" } }
  public enum Value: AttributeName { @inlinable public static var name: StaticString { "value" } }
  public enum Width: AttributeName { @inlinable public static var name: StaticString { "width" } }
  public enum X: AttributeName { @inlinable public static var name: StaticString { "x" } }
  public enum Y: AttributeName { @inlinable public static var name: StaticString { "y" } }
}
